import type { Writable } from "node:stream";
import { POINTS } from "@agent-hook/picoclaw/protocol";
import { isObject } from "@agent-hook/sdk/internal/text";
import { deadAnswer } from "./dead-hook.js";
import type { Handshake } from "./handshake.js";
import type { HookVersion, VersionListener } from "./hook-version.js";
import { type Id, lineOf, type Message, type Request, readMessage } from "./message.js";

/** Requests that stay open until the host cancels them. They move to the next version. */
const LONG_LIVED = ["subscriptions/listen"];
/** The time that the old version has for the calls that it received. Longer than any host's timeout by default. */
const OLD_CALLS_MS = 10 * 60_000;

/** What the answers need to know about the hook while no version of it runs. */
export interface HookIdentity {
  readonly name?: string;
  /** Whether calls that it cannot answer are denied. */
  readonly isGuard: boolean;
}

export interface RouterListener {
  /** The current version ended by itself. */
  onDead(reason: string): void;
  /** The host's input can be read again. */
  onReady(): void;
}

/**
 * Sends each message of the host to one version of the hook, and the answers back. Each call is answered by the version
 * that received it, and only once.
 */
export class Router implements VersionListener {
  /** Until the hook's manifest is known, it may be a guard. A hook without the SDK has none. */
  identity: HookIdentity = { isGuard: true };
  #current: HookVersion | undefined;
  /** All versions that have not exited, also those that only answer their last calls. */
  readonly #versions = new Set<HookVersion>();
  /** The hook's own requests to the host, which MCP servers may make. */
  readonly #asked = new Map<Id, HookVersion>();

  constructor(
    private readonly host: Writable,
    private readonly handshake: Handshake,
    private readonly listener: RouterListener,
  ) {
    host.on("drain", () => {
      for (const version of this.#versions) version.resume();
    });
  }

  get current(): HookVersion | undefined {
    return this.#current;
  }

  /** The number of calls that versions before the current one still answer. */
  get callsInOldVersions(): number {
    return [...this.#versions].reduce((sum, one) => sum + (one === this.#current ? 0 : one.calls.size), 0);
  }

  /** Sends all later calls to a version. `answers`: its answers to the handshake. */
  takeOver(version: HookVersion, answers: ReadonlyMap<Id, Buffer> = new Map()): void {
    const old = this.#current;
    this.#current = version;
    this.#versions.add(version);
    for (const from of this.#versions) {
      if (from !== version) this.#moveCalls(from, version, answers);
    }
    version.connect(this);
    if (old !== undefined) {
      setTimeout(() => old.kill(), OLD_CALLS_MS).unref();
      this.#stopIfDone(old);
    }
    this.listener.onReady();
  }

  /** Passes on a line of the host. Returns whether the host may send more. */
  fromHost(line: Buffer): boolean {
    const message = readMessage(line);
    this.handshake.note(line, message);
    const version = this.#receiverOf(message);
    if (version === undefined) {
      const { name, isGuard } = this.identity;
      for (const request of message.requests) this.host.write(deadAnswer(request, name, isGuard));
      return true;
    }
    for (const request of message.requests) {
      if (!version.calls.has(request.id)) version.calls.set(request.id, { request, line });
    }
    version.send(line);
    for (const id of message.responses.map((response) => response.id)) this.#asked.delete(id);
    // A cancelled call gets no answer.
    for (const id of cancelledIn(message)) version.calls.delete(id);
    this.#stopIfDone(version);
    return version.keepsUp;
  }

  /** Sends a notification of our own to the host. */
  notifyHost(method: string): void {
    this.host.write(lineOf({ method }));
  }

  onLine(version: HookVersion, line: Buffer): void {
    const { requests, responses } = readMessage(line);
    for (const { id } of requests) this.#asked.set(id, version);
    let text = line;
    const answered = responses.filter(({ id }) => version.calls.has(id));
    // The host already has an answer, or never made this call.
    if (responses.length > 0 && answered.length === 0 && requests.length === 0) return;
    for (const response of answered) {
      const method = version.calls.get(response.id)?.request.method ?? "";
      if (responses.length === 1) text = this.handshake.answerForHost(method, line, response);
      version.calls.delete(response.id);
    }
    this.host.write(text);
    this.#stopIfDone(version);
  }

  onEnd(version: HookVersion, reason: string): void {
    this.#versions.delete(version);
    const { name, isGuard } = this.identity;
    for (const { request } of version.calls.values()) this.host.write(deadAnswer(request, name, isGuard));
    version.calls.clear();
    for (const [id, from] of this.#asked) if (from === version) this.#asked.delete(id);
    if (version !== this.#current) return;
    this.#current = undefined;
    this.listener.onReady();
    this.listener.onDead(reason);
  }

  onDrain(version: HookVersion): void {
    if (this.#versions.has(version)) this.listener.onReady();
  }

  isBlocked(): boolean {
    return this.host.writableNeedDrain;
  }

  /** Ends all versions as the host ends a hook. Resolves when they have exited. */
  async end(signal?: NodeJS.Signals): Promise<void> {
    const versions = [...this.#versions];
    if (this.#current !== undefined) this.#current.isLast = true;
    if (signal !== undefined) for (const version of versions) version.signal(signal);
    await Promise.all(versions.map((version) => version.stop()));
  }

  #receiverOf(message: Message): HookVersion | undefined {
    const [request] = message.requests;
    const [response] = message.responses;
    if (request !== undefined) return this.#versionWith(request.id) ?? this.#versionBefore(request) ?? this.#current;
    if (response !== undefined) return this.#asked.get(response.id);
    const [cancelled] = cancelledIn(message);
    return (cancelled === undefined ? undefined : this.#versionWith(cancelled)) ?? this.#current;
  }

  /** A second call with the id of a running one would otherwise be answered by two versions. */
  #versionWith(id: Id): HookVersion | undefined {
    return [...this.#versions].find(({ calls }) => calls.has(id));
  }

  /**
   * A host that gives up waiting for `before_tool` may still ask for approval. Only the version that works on
   * `before_tool` knows whether it denies the call, so this version also receives the approval.
   */
  #versionBefore({ method, params }: Request): HookVersion | undefined {
    const turn = method === POINTS.approveTool.method ? turnOf(params) : undefined;
    if (turn === undefined) return undefined;
    const isBefore = ({ request }: { readonly request: Request }) =>
      request.method === POINTS.beforeTool.method && turnOf(request.params) === turn;
    return [...this.#versions].find(({ calls }) => [...calls.values()].some(isBefore));
  }

  /** The new version answered the handshake, which the old one may still be working on. */
  #moveCalls(from: HookVersion, to: HookVersion, answers: ReadonlyMap<Id, Buffer>): void {
    for (const [id, { request, line }] of from.calls) {
      const answer = answers.get(id);
      if (answer !== undefined) {
        const [response] = readMessage(answer).responses;
        if (response !== undefined) this.host.write(this.handshake.answerForHost(request.method, answer, response));
      } else if (LONG_LIVED.includes(request.method)) {
        to.calls.set(id, { request, line });
        to.send(line);
      } else continue;
      from.calls.delete(id);
    }
  }

  #stopIfDone(version: HookVersion): void {
    if (version !== this.#current && version.calls.size === 0) void version.stop();
  }
}

function turnOf(params: unknown): unknown {
  const meta = isObject(params) ? (params as { meta?: unknown }).meta : undefined;
  return isObject(meta) ? (meta as { TurnID?: unknown }).TurnID : undefined;
}

function cancelledIn({ notifications }: Message): Id[] {
  return notifications.flatMap(({ method, params }) =>
    method === "notifications/cancelled" && isObject(params) ? [(params as { requestId: Id }).requestId] : [],
  );
}
