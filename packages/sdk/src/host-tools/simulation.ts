import type { CommandEvent } from "../command-hook/events.js";
import type { AnsweredCall, Change, EventKind, Payload } from "./effect.js";

/** The keys of an answer that a host knows. Without `specific`, the keys of `hookSpecificOutput` are unknown. */
export interface KnownKeys {
  readonly answer: readonly string[];
  readonly specific?: readonly string[];
}

/** The syntax of regular expressions that lack some features of JavaScript's. */
export type MatcherSyntax = "rust";

/** The field names of hosts that write payloads as Claude Code does. */
export const SNAKE_CASE_FIELDS = {
  event: "hook_event_name",
  session: "session_id",
  tool: "tool_name",
  input: "tool_input",
  result: "tool_response",
};

/** Returns the events about tool calls: of those before and after a tool, the first in the host's table. */
export function toolEvents(
  events: Readonly<Record<string, CommandEvent>>,
): Pick<Simulation, "beforeTool" | "afterTool"> {
  const eventAt = (wanted: string) => Object.entries(events).find(([, { point }]) => point === wanted)?.[0] ?? "";
  return { beforeTool: eventAt("beforeTool"), afterTool: eventAt("afterTool") };
}

/** A common tool call that changes nothing. */
export interface SampleCall {
  readonly tool: string;
  readonly input: Payload;
}

/** Events about calls of the model, and the fields with which the host sends them. */
export interface ModelEvents {
  readonly before: string;
  readonly after: string;
  /** Returns a request with one message of the user. */
  request(text: string): Payload;
  reply(text: string): Payload;
}

/**
 * How one host calls a hook, and what it does with the answer: what the real program was seen to do. Anything that was
 * not seen to have an effect has none here.
 */
export interface Simulation {
  /** The version that was recorded. */
  readonly version: string;
  /** Recorded payloads, by event and a suffix that distinguishes them. */
  readonly payloads: Readonly<Record<string, Payload>>;
  /** Runs a hook's command. */
  readonly shell: readonly [program: string, ...args: string[]];
  /** How long it waits for stdout after the shell has ended, in milliseconds. Default: until the timeout. */
  readonly heldMs?: number;
  /** Variables with the project's folder, which it sets for its hooks. */
  readonly projectVariables?: readonly string[];
  readonly beforeTool: string;
  readonly afterTool: string;
  /** Missing if it calls no hooks about its model. */
  readonly model?: ModelEvents;
  /** The names of a payload's fields. Without `event`, payloads do not name their event. */
  readonly fields: {
    readonly event?: string;
    readonly session: string;
    readonly tool: string;
    readonly input: string;
    readonly result: string;
  };
  /** The syntax of matchers, if it is not JavaScript's. */
  readonly matchers?: MatcherSyntax;
  /** The field of a result that contains its text, or `undefined` if the result is the text. */
  readonly textField?: string;
  /** Returns a tool's text in the shape in which the host passes it on. */
  result(tool: string, text: string): unknown;
  /** The tool that runs a shell command, in the field `command` of its input. */
  readonly shellTool: string;
  /** Returns calls that change nothing, the most common one first: reading a file, or a shell command. */
  harmlessCalls(file: string): readonly SampleCall[];
  /** Returns an answer before a tool call that contains this decision, whether or not the host accepts it. */
  documentFor(decision: "allow" | "deny", reason: string): object;
  /** What exit codes other than 0 lead to, in words. */
  readonly exitCodes: string;
  /** The events at which an answer was seen to matter; all others are `other`. */
  readonly kinds: Readonly<Record<string, EventKind>>;
  /** Returns the known keys at an event. */
  keysAt(event: string): KnownKeys;
  changeBy(call: AnsweredCall): Change;
}
