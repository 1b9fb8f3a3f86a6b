import { basename, join, resolve } from "node:path";
import { objectAt, textAt, textOfParts } from "../../host-tools/document.js";
import type {
  HostMessage,
  RecordedCall,
  SessionEntry,
  SessionFile,
  SessionFiles,
} from "../../host-tools/session-files.js";
import { isObject } from "../../text/index.js";
import { commandIn, outputIn } from "./session-calls.js";

/** Codex writes one "rollout" per session: what the model said, and events with what really ran. */
export const sessions: SessionFiles = {
  folder: ({ CODEX_HOME }, home) => join(CODEX_HOME || join(home, ".codex"), "sessions"),
  isSession: (path) => /^rollout-.*\.jsonl$/.test(basename(path)),
  recognise: ({ type, payload }) => TYPES.includes(String(type)) && isObject(payload),
  open: (file) => new CodexReader(file),
};

const TYPES = ["session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state"];
const KNOWN_TYPES = [...TYPES, "token_usage_record", "ghost_snapshot"];
const CALLS = ["function_call", "custom_tool_call", "local_shell_call"];
const OUTPUTS = ["function_call_output", "custom_tool_call_output"];
/** Codex calls no hook about these tools. */
const WITHOUT_HOOK = ["write_stdin", "update_plan"];
/** What the model reads instead of the result of a call that never reached a hook, or that a hook denied (observed). */
const INVALID = /^(?:unsupported call: |failed to parse function arguments: )/;
const DENIED = /^Command blocked by PreToolUse hook: /;
/** The command goes on, and its end is in a later event. */
const RUNNING = /^Process running with session ID /m;

interface Pending extends RecordedCall {
  /** What hooks get after the call, as soon as an event has it. */
  readonly response?: unknown;
  readonly isRunning?: true;
}

class CodexReader {
  readonly #pending = new Map<string, Pending>();
  #session = "";
  #cwd = "";
  #turn: Readonly<Record<string, unknown>> = {};
  #permissionMode = "default";
  #hasPromptEvents = false;

  constructor(private readonly file: SessionFile) {}

  read(entry: SessionEntry): readonly RecordedCall[] | undefined {
    const payload = objectAt(entry, "payload");
    const type = String(payload.type);
    if (entry.type === "session_meta") this.#start(payload);
    if (entry.type === "turn_context") this.#startTurn(payload);
    if (entry.type === "event_msg") return this.#event(entry, payload);
    if (entry.type !== "response_item") return KNOWN_TYPES.includes(String(entry.type)) ? [] : undefined;
    if (CALLS.includes(type)) this.#call(entry, payload);
    return OUTPUTS.includes(type) ? this.#output(payload) : [];
  }

  end(): readonly RecordedCall[] {
    return [...this.#pending.values()].map(finished);
  }

  /** A sub-agent's file repeats the start of its parent, after its own. */
  #start({ id, cwd }: SessionEntry): void {
    if (this.#session !== "") return;
    this.#session = String(id ?? "");
    this.#cwd = typeof cwd === "string" ? cwd : "";
  }

  #startTurn({ cwd, model, turn_id, approval_policy }: SessionEntry): void {
    if (typeof cwd === "string") this.#cwd = cwd;
    this.#turn = {
      ...(typeof turn_id === "string" ? { turn_id } : {}),
      ...(typeof model === "string" ? { model } : {}),
    };
    this.#permissionMode = approval_policy === "never" ? "bypassPermissions" : "default";
  }

  #event(entry: SessionEntry, payload: SessionEntry): readonly RecordedCall[] {
    // Since some version, each event is also an item, so only one of the two forms is read.
    if (payload.type === "item_completed") return this.#item(entry, objectAt(payload, "item"));
    const { call_id: id, aggregated_output, result, message } = payload;
    if (payload.type === "exec_command_end") return this.#setResponse(String(id), aggregated_output);
    if (payload.type === "mcp_tool_call_end") return this.#setResponse(String(id), objectAt({ result }, "result").Ok);
    if (payload.type === "user_message" && !this.#hasPromptEvents) return this.#prompt(entry, message);
    return [];
  }

  #item(entry: SessionEntry, item: SessionEntry): readonly RecordedCall[] {
    const id = String(item.id);
    if (item.type === "CommandExecution") return this.#setResponse(id, item.aggregated_output);
    if (item.type === "McpToolCall") return this.#setResponse(id, item.result);
    if (item.type !== "UserMessage") return [];
    this.#hasPromptEvents = true;
    return this.#prompt(entry, textOfParts(item.content));
  }

  #prompt(entry: SessionEntry, prompt: unknown): readonly RecordedCall[] {
    if (typeof prompt !== "string" || prompt === "") return [];
    return [this.#recorded(entry, String(entry.ordinal ?? entry.timestamp), "UserPromptSubmit", { prompt })];
  }

  #call(entry: SessionEntry, payload: SessionEntry): void {
    const { call_id: callId = payload.id, name, namespace } = payload;
    const id = String(callId);
    if (WITHOUT_HOOK.includes(String(name))) return;
    const command = commandIn(payload);
    if (command === undefined) return;
    const tool = typeof namespace === "string" ? `${namespace}__${command.tool}` : command.tool;
    const fields = { tool_name: tool, tool_input: command.input, tool_use_id: id };
    const cwd = command.folder === undefined ? this.#cwd : resolve(this.#cwd, command.folder);
    this.#pending.set(id, this.#recorded(entry, id, "PreToolUse", { cwd, ...fields }));
  }

  /** Codex does not write the result of a command to the model before the event. */
  #setResponse(id: string, response: unknown): readonly RecordedCall[] {
    const call = this.#pending.get(id);
    if (call === undefined || response === undefined || response === null) return [];
    const answered = { ...call, response };
    this.#pending.set(id, answered);
    return call.isRunning ? this.#finish(id, answered) : [];
  }

  #output({ call_id, output }: SessionEntry): readonly RecordedCall[] {
    const id = String(call_id);
    const call = this.#pending.get(id);
    if (call === undefined) return [];
    const text = outputIn(output);
    if (call.response !== undefined) return this.#finish(id, call);
    if (text === undefined || DENIED.test(text)) return this.#finish(id, call);
    if (INVALID.test(text)) {
      this.#pending.delete(id);
      return [];
    }
    if (RUNNING.test(text)) {
      this.#pending.set(id, { ...call, isRunning: true });
      return [];
    }
    return this.#finish(id, { ...call, response: responseFrom(call.before, text) });
  }

  #finish(id: string, call: Pending): readonly RecordedCall[] {
    this.#pending.delete(id);
    return [finished(call)];
  }

  #recorded(entry: SessionEntry, id: string, event: string, fields: object): RecordedCall {
    const payload = {
      session_id: this.#session,
      ...this.#turn,
      transcript_path: this.file.path,
      cwd: this.#cwd,
      hook_event_name: event,
      permission_mode: this.#permissionMode,
      ...fields,
    };
    const time = textAt(entry, "timestamp");
    return { id: `${this.#session}/${id}`, time, session: this.#session, before: { event, payload } };
  }
}

function finished({ response, isRunning: _, ...call }: Pending): RecordedCall {
  if (response === undefined) return call;
  const payload = { ...call.before.payload, hook_event_name: "PostToolUse", tool_response: response };
  return { ...call, after: { event: "PostToolUse", payload } };
}

/** Returns what hooks got, from what the model got. For a patch that the shell tool ran, hooks get nothing (observed). */
function responseFrom({ payload }: HostMessage, text: string): unknown {
  const { tool_name: tool, tool_input: input } = payload;
  if (tool === "apply_patch") return text.slice(Math.max(0, text.search(/^Exit code: /m)));
  if (tool !== "Bash") return undefined;
  const { command } = Object(input) as { readonly command?: unknown };
  if (/^\s*apply_patch\b/.test(String(command)) && text.includes("\nExit code: ")) return undefined;
  return text.replace(/^(?:Chunk ID|Exit code|Wall time): [\s\S]*?\nOutput:\n/, "");
}
