import { basename, dirname, join } from "node:path";
import { objectAt, textAt, textOfParts } from "../../host-tools/document.js";
import type { RecordedCall, SessionEntry, SessionFile, SessionFiles } from "../../host-tools/session-files.js";
import { isObject } from "../../text/index.js";

/** Gemini CLI writes a message again when its tools have ended. Older versions write one JSON document per session. */
export const sessions: SessionFiles = {
  folder: ({ GEMINI_CLI_HOME }, home) => join(GEMINI_CLI_HOME || home, ".gemini", "tmp"),
  isSession: (path) => basename(dirname(path)) === "chats" && /\.jsonl?$/.test(path),
  recognise: ({ sessionId, projectHash }) => typeof sessionId === "string" && typeof projectHash === "string",
  open: (file) => new GeminiReader(file),
};

/** The types of messages that have no prompt and no call. */
const KNOWN_TYPES = ["info", "error", "warning"];
const ENDED = ["success", "error", "cancelled"];
const DENIED = "Tool execution blocked: ";
/** Gemini CLI rejects such a call itself, before it calls a hook (observed). */
const INVALID = /^(?:params(?:\/\S*)? must |Tool "[^"]*" not found\.)/;

class GeminiReader {
  /** The ids of messages and calls that were returned. */
  readonly #returned = new Set<string>();
  readonly #pending = new Map<string, RecordedCall>();
  #session = "";
  #cwd: string;

  constructor(private readonly file: SessionFile) {
    this.#cwd = file.readText(join(dirname(dirname(file.path)), ".project_root"))?.trim() ?? "";
  }

  read(entry: SessionEntry): readonly RecordedCall[] | undefined {
    if (typeof entry.sessionId === "string") this.#session = entry.sessionId;
    const { messages = objectAt(entry, "$set").messages } = entry;
    if (Array.isArray(messages)) return messages.filter(isObject).flatMap((message) => this.#message(message) ?? []);
    if (typeof entry.sessionId === "string" || entry.$set !== undefined || entry.$rewindTo !== undefined) return [];
    return this.#message(entry);
  }

  end(): readonly RecordedCall[] {
    return [...this.#pending.values()];
  }

  #message(entry: SessionEntry): readonly RecordedCall[] | undefined {
    if (entry.type === "user") return this.#prompt(entry);
    if (entry.type === "gemini") return this.#calls(entry);
    return KNOWN_TYPES.includes(String(entry.type)) ? [] : undefined;
  }

  #prompt(entry: SessionEntry): readonly RecordedCall[] {
    const prompt = textOfParts(entry.content);
    // The first message is Gemini CLI's own.
    if (prompt.startsWith("<session_context>")) {
      this.#cwd ||= /^ {2}- (.*)$/m.exec(prompt)?.[1] ?? "";
      return [];
    }
    const id = `${this.#session}/${String(entry.id)}`;
    if (prompt === "" || this.#returned.has(id)) return [];
    this.#returned.add(id);
    return [this.#recorded(id, "BeforeAgent", entry, { prompt })];
  }

  #calls(entry: SessionEntry): readonly RecordedCall[] {
    const calls = Array.isArray(entry.toolCalls) ? entry.toolCalls.filter(isObject) : [];
    return calls.flatMap((call) => this.#call(entry, call));
  }

  #call(entry: SessionEntry, call: SessionEntry): readonly RecordedCall[] {
    const id = `${this.#session}/${String(entry.id)}/${String(call.id)}`;
    const { name: tool, args = {}, status } = call;
    if (this.#returned.has(id) || typeof tool !== "string" || !isObject(args)) return [];
    const fields = { tool_name: tool, tool_input: args };
    const asked = this.#recorded(id, "BeforeTool", { timestamp: call.timestamp ?? entry.timestamp }, fields);
    if (!ENDED.includes(String(status))) {
      this.#pending.set(id, asked);
      return [];
    }
    this.#returned.add(id);
    this.#pending.delete(id);
    const { output, error } = responseOf(call.result);
    if (error !== undefined && INVALID.test(error)) return [];
    const text = output ?? error;
    if (status === "cancelled" || text === undefined || error?.startsWith(DENIED)) return [asked];
    const returnDisplay = call.resultDisplay ?? "";
    const failure = error === undefined ? {} : { error: { message: error } };
    const tool_response = { llmContent: text, returnDisplay, ...failure };
    return [{ ...asked, after: this.#sent("AfterTool", { ...fields, tool_response }, asked.time) }];
  }

  #recorded(id: string, event: string, entry: SessionEntry, fields: object): RecordedCall {
    const time = textAt(entry, "timestamp");
    return { id, time, session: this.#session, before: this.#sent(event, fields, time) };
  }

  #sent(event: string, fields: object, time = "") {
    const payload = {
      session_id: this.#session,
      transcript_path: this.file.path,
      cwd: this.#cwd,
      hook_event_name: event,
      timestamp: time,
      ...fields,
    };
    return { event, payload };
  }
}

/** The note that Gemini CLI appends to the result of a call that a hook rewrote. */
const REWRITTEN = "\n\n[System] Tool input parameters were modified by a hook before execution.";

function responseOf(result: unknown): { readonly output: string | undefined; readonly error: string | undefined } {
  const parts: readonly unknown[] = Array.isArray(result) ? result : [result];
  const part = parts.find((one) => isObject(one) && isObject(one.functionResponse));
  const response = isObject(part) ? objectAt(objectAt(part, "functionResponse"), "response") : {};
  const output = textAt(response, "output");
  return { output: output?.replace(REWRITTEN, ""), error: textAt(response, "error") };
}
