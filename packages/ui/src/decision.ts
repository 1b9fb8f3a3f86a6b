import type { DecisionRecord } from "@agent-hook/sdk/internal/record";

/** A decision on the page. Later ones have higher numbers. */
export interface Entry {
  readonly number: number;
  readonly record: DecisionRecord;
}

/** What a decision means for the call, which sets its color. */
export type Tone = "denied" | "warning" | "passed" | "changed";

const WORDS: Readonly<Record<string, string>> = {
  none: "passed",
  approve: "allowed",
  deny: "denied",
  abortTurn: "stopped the turn",
  hardAbort: "stopped the agent",
  modify: "changed",
  respond: "answered",
  addContext: "added context",
  ask: "asked",
  native: "answered",
};

/** Returns a decision in a word or two. */
export function wordFor(decision: string): string {
  return Object.hasOwn(WORDS, decision) ? (WORDS[decision] as string) : decision;
}

export function isDenial({ decision }: DecisionRecord): boolean {
  return decision === "deny" || decision === "abortTurn" || decision === "hardAbort";
}

export function toneOf(record: DecisionRecord): Tone {
  if (isDenial(record)) return "denied";
  if (record.failure !== undefined || record.decision === "ask") return "warning";
  return record.decision === "none" || record.decision === "approve" ? "passed" : "changed";
}

/** Returns what happened, in a few words. */
export function outcomeOf(record: DecisionRecord): string {
  const word = wordFor(record.decision);
  return record.failure === undefined ? word : `failed, ${word}`;
}

/** Returns what the call is about: a tool, an event or a point. */
export function subjectOf({ tool, event, point }: DecisionRecord): string {
  return tool ?? event ?? point;
}

const HEADLINE_LENGTH = 240;
/** The arguments that say most about a call, under the names that agents use. */
const TELLING = ["command", "cmd", "file_path", "filePath", "path", "url", "pattern", "query", "prompt"];

/** Returns the start of what a call is about: its command, its path, or its arguments as JSON. */
export function headlineOf({ arguments: args }: DecisionRecord): string {
  if (args === undefined) return "";
  const text = tellingText(args) ?? (typeof args === "string" ? args : (JSON.stringify(args) ?? ""));
  return text.slice(0, HEADLINE_LENGTH);
}

function tellingText(args: unknown): string | undefined {
  if (typeof args !== "object" || args === null) return undefined;
  const values = args as Readonly<Record<string, unknown>>;
  const name = TELLING.find((key) => Object.hasOwn(values, key) && typeof values[key] === "string");
  return name === undefined ? undefined : (values[name] as string);
}

/** Returns why a decision was made: the failure or the reason. */
export function whyOf({ failure, reason }: DecisionRecord): string {
  return failure?.message ?? reason ?? "";
}
