import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { objectAt, textAt } from "../../host-tools/document.js";
import type { HostMessage, RecordedCall, SessionEntry, SessionFiles } from "../../host-tools/session-files.js";
import { isObject } from "../../text/index.js";

/** Copilot CLI writes one event per line, also those of sub-agents, and what it sent to its hooks. */
export const sessions: SessionFiles = {
  folder: ({ COPILOT_HOME }, home) => join(COPILOT_HOME || join(home, ".copilot"), "session-state"),
  // Older versions write `SESSION.jsonl` without a folder.
  isSession: (path) => basename(path) === "events.jsonl" || /^[^/\\]+\.jsonl$/.test(path),
  recognise: ({ type, data }) => typeof type === "string" && EVENT.test(type) && isObject(data),
  open: () => new CopilotReader(),
};

const EVENT = /^(?:session|user|assistant|tool|hook|subagent|system|skill|permission|abort|external_tool)(?:\.|$)/;
/** The codes of calls that did not run. */
const DENIED = ["denied", "rejected"];

class CopilotReader {
  readonly #pending = new Map<string, RecordedCall>();
  /** What hooks got after a tool. The result in a later event may already be changed. */
  #originals: SessionEntry[] = [];
  #session = "";
  #cwd = "";

  read(entry: SessionEntry): readonly RecordedCall[] | undefined {
    const data = objectAt(entry, "data");
    switch (entry.type) {
      case "session.start":
      case "session.resume":
      case "session.context_changed":
        this.#session = textAt(data, "sessionId") ?? this.#session;
        this.#cwd = textAt(objectAt(data, "context"), "cwd") ?? textAt(data, "cwd") ?? this.#cwd;
        return [];
      case "user.message":
        return this.#prompt(entry, data);
      case "tool.execution_start":
        this.#start(entry, data);
        return [];
      case "hook.start":
        if (data.hookType === "postToolUse") this.#originals.push(objectAt(data, "input"));
        return [];
      case "tool.execution_complete":
        return this.#complete(entry, data);
      default:
        return EVENT.test(String(entry.type)) ? [] : undefined;
    }
  }

  end(): readonly RecordedCall[] {
    return [...this.#pending.values()];
  }

  #prompt(entry: SessionEntry, { content }: SessionEntry): readonly RecordedCall[] {
    if (typeof content !== "string" || content === "") return [];
    return [this.#recorded(entry, String(entry.id), "userPromptSubmitted", { prompt: content })];
  }

  #start(entry: SessionEntry, { toolCallId, toolName, arguments: given = {} }: SessionEntry): void {
    if (typeof toolName !== "string") return;
    const fields = { toolName, toolArgs: given };
    this.#pending.set(keyOf(entry, toolCallId), this.#recorded(entry, String(entry.id), "preToolUse", fields));
  }

  #complete(entry: SessionEntry, data: SessionEntry): readonly RecordedCall[] {
    const key = keyOf(entry, data.toolCallId);
    const call = this.#pending.get(key);
    if (call === undefined) return [];
    this.#pending.delete(key);
    const after = this.#after(call.before, entry, data);
    return [after === undefined ? call : { ...call, after }];
  }

  #after({ payload }: HostMessage, { timestamp }: SessionEntry, data: SessionEntry): HostMessage | undefined {
    const common = { ...payload, ...timeOf(timestamp) };
    if (data.success !== true) {
      const { message, code } = objectAt(data, "error");
      if (DENIED.includes(String(code)) || typeof message !== "string") return undefined;
      return { event: "postToolUseFailure", payload: { ...common, error: message } };
    }
    const text = this.#originalOf(payload) ?? textAt(objectAt(data, "result"), "content");
    if (text === undefined) return undefined;
    const toolResult = { resultType: "success", textResultForLlm: text };
    return { event: "postToolUse", payload: { ...common, toolResult } };
  }

  /** Returns the result as hooks got it. Hooks run shortly before the call is complete. */
  #originalOf({ toolName, toolArgs }: SessionEntry): string | undefined {
    const found = this.#originals.find((one) => one.toolName === toolName && isDeepStrictEqual(one.toolArgs, toolArgs));
    this.#originals = this.#originals.filter((one) => one !== found).slice(-MAX_PARALLEL);
    return found && textAt(objectAt(found, "toolResult"), "textResultForLlm");
  }

  #recorded(entry: SessionEntry, id: string, event: string, fields: object): RecordedCall {
    // A sub-agent is a session of its own for hooks.
    const session = textAt(entry, "agentId") ?? this.#session;
    const payload = { sessionId: session, ...timeOf(entry.timestamp), cwd: this.#cwd, ...fields };
    return { id, time: textAt(entry, "timestamp"), session, before: { event, payload } };
  }
}

/** More calls than this do not end at the same time. */
const MAX_PARALLEL = 50;

function keyOf(entry: SessionEntry, id: unknown): string {
  return `${String(entry.agentId)}/${String(id)}`;
}

function timeOf(timestamp: unknown): { readonly timestamp: number } {
  const time = Date.parse(String(timestamp));
  return { timestamp: Number.isNaN(time) ? 0 : time };
}
