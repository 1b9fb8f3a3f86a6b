import { join, resolve } from "node:path";
import { objectAt, textAt, textOfParts } from "../../host-tools/document.js";
import type {
  HostMessage,
  RecordedCall,
  SessionEntry,
  SessionFile,
  SessionFiles,
} from "../../host-tools/session-files.js";
import { isObject } from "../../text/index.js";
import { resultOf } from "./simulate-result.js";

/** Claude Code writes one line per message. Sub-agents have files of their own, since some version in a folder below. */
export const sessions: SessionFiles = {
  folder: ({ CLAUDE_CONFIG_DIR }, home) => join(CLAUDE_CONFIG_DIR || join(home, ".claude"), "projects"),
  isSession: (path) => path.endsWith(".jsonl"),
  recognise: ({ sessionId, type, uuid }) =>
    typeof sessionId === "string" && typeof type === "string" && (typeof uuid === "string" || KNOWN_TYPES.has(type)),
  open: (file) => new ClaudeCodeReader(file),
};

/** The types of entries that have no prompt and no call. Others are counted as unknown. */
const KNOWN_TYPES = new Set(
  [
    ["queue-operation", "attachment", "system", "summary", "progress", "file-history-snapshot", "last-prompt"],
    [
      "atis-latch",
      "api-request",
      "api-request-blob",
      "api-request-shape",
      "tools-used",
      "cost-state",
      "custom-title",
      "agent-name",
    ],
    ["ai-title", "tag", "mode", "pr-link", "worktree-state", "content-replacement"],
  ].flat(),
);

class ClaudeCodeReader {
  readonly #pending = new Map<string, RecordedCall>();
  #permissionMode = "default";
  /** Only the user's messages have it. */
  #prompt: string | undefined;

  constructor(private readonly file: SessionFile) {}

  read(entry: SessionEntry): readonly RecordedCall[] | undefined {
    if (entry.type === "assistant") return this.#calls(entry);
    if (entry.type === "user") return this.#userEntry(entry);
    return KNOWN_TYPES.has(String(entry.type)) ? [] : undefined;
  }

  end(): readonly RecordedCall[] {
    return [...this.#pending.values()];
  }

  #calls(entry: SessionEntry): readonly RecordedCall[] {
    for (const block of contentOf(entry)) {
      const { type, id, name: tool, input } = block;
      if (type !== "tool_use" || typeof tool !== "string" || !isObject(input)) continue;
      const payload = { tool_name: tool, tool_input: asSent(input, cwdOf(entry)), tool_use_id: String(id) };
      const before = this.#message("PreToolUse", entry, payload);
      this.#pending.set(String(id), { ...facts(entry, `${String(entry.uuid)}/${String(id)}`), before });
    }
    return [];
  }

  #userEntry(entry: SessionEntry): readonly RecordedCall[] {
    if (typeof entry.permissionMode === "string") this.#permissionMode = entry.permissionMode;
    if (typeof entry.promptId === "string") this.#prompt = entry.promptId;
    const results = contentOf(entry).filter(({ type }) => type === "tool_result");
    if (results.length > 0) return results.flatMap((result) => this.#result(entry, result));
    const prompt = promptOf(entry);
    if (prompt === undefined) return [];
    return [{ ...facts(entry, String(entry.uuid)), before: this.#message("UserPromptSubmit", entry, { prompt }) }];
  }

  #result(entry: SessionEntry, { tool_use_id: id, content, is_error: isError }: SessionEntry): readonly RecordedCall[] {
    const call = this.#pending.get(String(id));
    if (call === undefined) return [];
    this.#pending.delete(String(id));
    const text = textOfParts(content);
    // Claude Code rejects such a call itself, before it calls a hook (observed).
    if (isError === true && text.startsWith("<tool_use_error>")) return [];
    if (wasDenied(entry, text, isError)) return [call];
    const { hook_event_name: _, ...payload } = call.before.payload;
    const { tool_name: tool } = payload;
    const after: HostMessage =
      isError === true
        ? message("PostToolUseFailure", { ...payload, error: text, is_interrupt: false })
        : message("PostToolUse", { ...payload, tool_response: entry.toolUseResult ?? resultOf(String(tool), text) });
    return [{ ...call, after }];
  }

  #message(event: string, entry: SessionEntry, fields: object): HostMessage {
    return message(event, {
      session_id: String(entry.sessionId),
      transcript_path: this.file.path,
      cwd: cwdOf(entry),
      ...(this.#prompt === undefined ? {} : { prompt_id: this.#prompt }),
      permission_mode: this.#permissionMode,
      ...(typeof entry.agentId === "string" ? { agent_id: entry.agentId } : {}),
      ...fields,
    });
  }
}

function message(event: string, payload: object): HostMessage {
  return { event, payload: { ...payload, hook_event_name: event } };
}

function facts(entry: SessionEntry, id: string): Pick<RecordedCall, "id" | "time" | "session"> {
  return { id, time: textAt(entry, "timestamp"), session: String(entry.sessionId) };
}

function cwdOf({ cwd }: SessionEntry): string {
  return typeof cwd === "string" ? cwd : "";
}

function contentOf(entry: SessionEntry): readonly SessionEntry[] {
  const { content } = objectAt(entry, "message");
  return Array.isArray(content) ? content.filter(isObject) : [];
}

/** Claude Code writes relative paths as the model wrote them, and sends them to hooks as absolute ones (observed). */
function asSent(input: SessionEntry, cwd: string): SessionEntry {
  const { file_path: path } = input;
  const isRelative = typeof path === "string" && !path.startsWith("~") && cwd !== "";
  return isRelative ? { ...input, file_path: resolve(cwd, path) } : input;
}

/** Messages that begin like this are from Claude Code, not from the user. */
const NOT_TYPED = /^(?:<(?:command-|local-command-|bash-|user-memory-)|\[Request interrupted)/;

/** Returns the user's prompt, or `undefined` if no hook gets this message as one. */
function promptOf(entry: SessionEntry): string | undefined {
  if (entry.isMeta === true || entry.isSidechain === true || entry.isCompactSummary === true) return undefined;
  const text = textOfParts(objectAt(entry, "message").content);
  return text === "" || NOT_TYPED.test(text) ? undefined : text;
}

/** What the model reads in place of the result of a call that did not run. Older versions have only this text. */
const DENIAL =
  /^(?:PreToolUse:\S+ hook error|The user doesn't want to (?:proceed|take this action)|Permission to use )/;

function wasDenied(entry: SessionEntry, text: string, isError: unknown): boolean {
  if (isError !== true) return false;
  const { decision } = objectAt(entry, "permissionDecision");
  return entry.toolDenialKind !== undefined || decision === "reject" || DENIAL.test(text);
}
