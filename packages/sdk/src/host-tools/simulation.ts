import type { CommandEvent } from "../command-hook/events.js";
import type { PayloadFields } from "../command-hook/fields.js";
import type { AnsweredCall, Change, EventKind, Payload } from "./effect.js";
import type { MatcherRules } from "./tool-matcher.js";

/** The keys of an answer that a host knows. Without `specific`, the keys of the part for its event are unknown. */
export interface KnownKeys {
  readonly answer: readonly string[];
  readonly specific?: readonly string[];
  /** The values that are read, for keys with a fixed set of them. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

/** Returns a decision before a tool call in the form that several hosts read. */
export function permissionDocument(decision: "allow" | "deny", reason: string): object {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: decision,
      permissionDecisionReason: reason,
    },
  };
}

/** The part of an answer for its event, in answers like those of Claude Code. */
export const SPECIFIC_OUTPUT = { key: "hookSpecificOutput", event: "hookEventName" };

/** Returns the first event before a tool and the first event after a tool in the host's table. */
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
 * How one host calls a hook, and what it does with the answer, as observed on the real program. Anything that had no
 * observed effect has none here.
 */
export interface Simulation {
  /** The version that was recorded. */
  readonly version: string;
  /** Set if the payloads and effects were only read in its manual and source code. */
  readonly isRead?: true;
  /** Recorded payloads, by event and a suffix that distinguishes them. */
  readonly payloads: Readonly<Record<string, Payload>>;
  /** The recorded payloads of older versions, by version, the oldest first. */
  readonly older?: Readonly<Record<string, Readonly<Record<string, Payload>>>>;
  /** Set if the payloads of a version contain all its events. */
  readonly allEvents?: true;
  /** The host's modes except the default, by name: the setting in the config, and the version that introduced it. */
  readonly variants?: Readonly<Record<string, { readonly setting: string; readonly since: string }>>;
  /** The start of the names of MCP servers' tools, if a hook can change only their results. */
  readonly changesOnly?: string;
  /** Runs a hook's command. */
  readonly shell: readonly [program: string, ...args: string[]];
  /** Set if `$SHELL` replaces the program of `shell`. */
  readonly userShell?: true;
  /** Set if the host has no timeout: it waits forever, also for children that hold its output. */
  readonly waitsForever?: true;
  /** How long the host waits for stdout after the shell has ended, in milliseconds. Default: until the timeout. */
  readonly outputGraceMs?: number;
  /** Set if the timeout ends only the shell. The host then waits forever for children that hold its output. */
  readonly killsOnlyShell?: true;
  /** Set if the host continues when a command cannot be started, such as in a folder that is missing. */
  readonly continuesIfNotStarted?: true;
  /** Variables with the project's folder, which the host sets for its hooks. */
  readonly projectVariables?: readonly string[];
  readonly beforeTool: string;
  readonly afterTool: string;
  /** The event after a tool that failed, and its fields with the error. Missing if nothing distinguishes it. */
  readonly failedTool?: { readonly event: string; fields(error: string): Payload };
  /** Missing if the host calls no hooks about its model. */
  readonly model?: ModelEvents;
  readonly fields: PayloadFields;
  /** The events by the names that payloads have for them. Missing if payloads use the names of the config. */
  readonly eventNames?: Readonly<Record<string, string>>;
  /** Returns a payload with the fields that the host writes twice set to the same values. Missing if there are none. */
  withCopies?(payload: Payload): Payload;
  /** The characters that the host writes as `\uXXXX`, although JSON does not require it. */
  readonly escaped?: RegExp;
  /** Set if the keys of a tool's input are sorted, and an empty input is left out. */
  readonly sortedInput?: true;
  /** The field with the category of a tool, at events that have it, and the categories of its own tools. */
  readonly categories?: { readonly field: string; readonly of: Readonly<Record<string, string>> };
  /** A field that payloads have if the tool call is permitted, in versions that know it. */
  readonly permittedField?: { readonly name: string; readonly value: string };
  /** The events whose hooks are not called for permitted tool calls, each with the variants that skip them. */
  readonly skipsPermitted?: Readonly<Record<string, readonly (string | undefined)[]>>;
  /** Missing if it was not observed how the host reads a matcher. */
  readonly matchers?: MatcherRules;
  /** The field of a result that contains its text, or `undefined` if the result is the text. */
  readonly textField?: string;
  /** Returns a tool's text in the shape in which the host passes it on. */
  result(tool: string, text: string): unknown;
  /** The tool that runs a shell command, or the recorded tool of a host that has no tools of its own. */
  readonly shellTool: string;
  /** The field of its input that contains the command. Default `command`. */
  readonly shellField?: string;
  /** Returns calls that change nothing, the most common one first: reading a file, or a shell command. */
  harmlessCalls(file: string): readonly SampleCall[];
  /** Returns an answer before a tool call that contains this decision, whether or not the host accepts it. */
  documentFor(decision: "allow" | "deny", reason: string): object;
  /** What exit codes other than 0 lead to, in words. */
  readonly exitCodes: string;
  /** The events at which an answer was seen to matter; all others are `other`. */
  readonly kinds: Readonly<Record<string, EventKind>>;
  /** Returns the known keys at an event. */
  knownKeys(event: string): KnownKeys;
  /** The key of an answer's part for its event, and the key in it that must name the event. */
  readonly specific: { readonly key: string; readonly event?: string };
  /**
   * Returns whether each value of a document has a type that the host reads. Missing if a wrong type does not
   * invalidate the answer.
   */
  reads?(document: string): boolean;
  /** Set if the model gets every reason in an answer, so that a second reason is a repetition. */
  readonly joinsReasons?: true;
  /** Set if each denial before a tool ends the turn, so that the model reads no reason. */
  readonly denialEndsTurn?: true;
  /** Set if `changeBy` combines the answers of several hooks. */
  readonly merges?: true;
  changeBy(call: AnsweredCall): Change;
}
