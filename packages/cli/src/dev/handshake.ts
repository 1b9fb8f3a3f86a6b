import { isObject } from "@agent-hook/sdk/internal/text";
import type { HookVersion } from "./hook-version.js";
import { type Id, lineOf, type Message, type Response } from "./message.js";

/** The messages that a version must have received before any call. PicoClaw sends the first, MCP clients the others. */
const HANDSHAKE = ["hook.hello", "initialize", "notifications/initialized", "server/discover", "logging/setLevel"];
const MCP_HELLO = ["initialize", "server/discover"];

interface Step {
  readonly line: Buffer;
  /** The id of a request. A notification has none. */
  readonly id?: Id;
}

/** The host's handshake. It is repeated with each new version. */
export class Handshake {
  readonly #steps = new Map<string, Step>();
  #announcesTools = false;
  #modes: readonly string[] | undefined;

  /** The kinds of calls that the host makes, if it named them. */
  get modes(): readonly string[] | undefined {
    return this.#modes;
  }

  get isEmpty(): boolean {
    return this.#steps.size === 0;
  }

  get isMcp(): boolean {
    return MCP_HELLO.some((method) => this.#steps.has(method));
  }

  /** Whether the host learns from a notification that the tools changed. */
  get announcesTools(): boolean {
    return this.#announcesTools;
  }

  /** Keeps a message of the host if it belongs to the handshake. */
  note(line: Buffer, { requests, notifications }: Message): void {
    const [call] = [...requests, ...notifications];
    if (call === undefined || !HANDSHAKE.includes(call.method)) return;
    const [request] = requests;
    if (call.method === "hook.hello" && isObject(call.params)) {
      const { modes } = call.params as { modes?: unknown };
      if (Array.isArray(modes)) this.#modes = modes;
    }
    // Removed first: otherwise, `set` would keep the position of the host's previous message of this kind.
    this.#steps.delete(call.method);
    this.#steps.set(call.method, request === undefined ? { line } : { line, id: request.id });
  }

  /** Returns the answers of the new version, by id. Rejects with the reason if it does not accept the handshake. */
  async repeat(version: HookVersion): Promise<Map<Id, Buffer>> {
    const answers = new Map<Id, Buffer>();
    for (const [method, { line, id }] of this.#steps) {
      if (id === undefined) {
        version.send(line);
        continue;
      }
      const answer = await version.ask(id, line);
      const error = answer.response.error;
      if (error !== undefined) throw new Error(`it answered ${method} with an error: ${errorText(error)}`);
      answers.set(id, answer.line);
    }
    return answers;
  }

  /**
   * Returns the answer to a handshake for the host. Tells an MCP client that the list of tools may change: a hook never
   * changes its own list, but the next version may have another one. From MCP 2026-07-28 on, clients subscribe instead,
   * and only the hook itself can answer that.
   */
  answerForHost(method: string, line: Buffer, { id, result }: Response): Buffer {
    if (method !== "initialize" || !isObject(result)) return line;
    const { capabilities } = result as { capabilities?: unknown };
    if (!isObject(capabilities) || !isObject(capabilities.tools)) return line;
    this.#announcesTools = true;
    const tools = { ...(capabilities.tools as object), listChanged: true };
    return lineOf({ id, result: { ...result, capabilities: { ...capabilities, tools } } });
  }
}

function errorText(error: unknown): string {
  const message = isObject(error) ? (error as { message?: unknown }).message : undefined;
  return typeof message === "string" ? message : "an error without a message";
}
