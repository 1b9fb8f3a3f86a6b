import type { Difference } from "@agent-hook/sdk/transcript";
import { redactMessage } from "@agent-hook/sdk/transcript";
import type { ReplayedAnswer, ReplayReport, TranscriptEntry } from "@agent-hook/testing";
import { valueAt } from "./json-pointer.js";
import type { Recording } from "./recording.js";

/** A recorded answer, or the end of the process, and how the hook's own compares. */
export interface ComparedAnswer {
  /** In the file, from 1. */
  readonly line: number;
  /** Missing where nothing is answered, as by the end of the process. */
  readonly method?: string;
  readonly verdict: ReplayedAnswer["verdict"];
  /** What the hook says here is without secrets, as the recording is. */
  readonly differences: readonly Difference[];
}

/** An answer that the recording does not have. */
export interface ExtraAnswer {
  /** The line of the call that it answers; missing if it answers none. */
  readonly line?: number;
  readonly method?: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/** What a replay came to, for people and programs to read. */
export interface Comparison {
  readonly ok: boolean;
  /** An answer passed by its effect alone, and the calls were recorded without their secrets. */
  readonly blind: boolean;
  readonly answers: readonly ComparedAnswer[];
  readonly extra: readonly ExtraAnswer[];
}

export function comparisonOf({ ok, answers, extra }: ReplayReport, recording: Recording, hook?: string): Comparison {
  return {
    ok,
    blind:
      answers.some(({ verdict }) => verdict === "same effect") &&
      recording.entries.some(({ from, redacted = [] }) => from === "host" && redacted.length > 0),
    answers: answers.map((answer) => comparedAnswer(answer, recording)),
    extra: extra
      .map((entry) => extraAnswer(entry, recording, hook))
      .sort((a, b) => (a.line ?? Number.MAX_VALUE) - (b.line ?? Number.MAX_VALUE)),
  };
}

/** The call that an entry answers: its place among the entries; undefined if it answers none. */
export function callAnswered({ message }: TranscriptEntry, { entries }: Recording, hook?: string): number | undefined {
  const index = entries.findLastIndex(
    (entry) =>
      entry.from === "host" &&
      entry.message?.id !== undefined &&
      entry.message.id === message?.id &&
      (hook === undefined || entry.hook === hook),
  );
  return index === -1 ? undefined : index;
}

function comparedAnswer(
  { index, method, verdict, actual, differences }: ReplayedAnswer,
  recording: Recording,
): ComparedAnswer {
  const safe = actual?.message === undefined ? undefined : redactMessage(actual.message).message;
  return {
    line: lineOf(index, recording),
    ...(method === undefined ? {} : { method }),
    verdict,
    differences:
      safe === undefined ? differences : differences.map((one) => ({ ...one, actual: valueAt(safe, one.pointer) })),
  };
}

function extraAnswer(entry: TranscriptEntry, recording: Recording, hook?: string): ExtraAnswer {
  const index = callAnswered(entry, recording, hook);
  const { message } = redactMessage(entry.message ?? {});
  if (index === undefined) return { message };
  const method = recording.entries[index]?.message?.method;
  return { line: lineOf(index, recording), ...(typeof method === "string" ? { method } : {}), message };
}

function lineOf(index: number, { places }: Recording): number {
  return (places[index] ?? 0) + 1;
}
