import type { Difference } from "@agent-hook/sdk/internal/transcript";
import { redactMessage } from "@agent-hook/sdk/internal/transcript";
import type { ReplayedAnswer, ReplayReport } from "@agent-hook/testing";
import { valueAt } from "./json-pointer.js";
import type { Recording } from "./recording.js";

/** A recorded answer, or the recorded end of the process, compared with the hook's own. */
export interface ComparedAnswer {
  /** The line in the file, counted from 1. */
  readonly line: number;
  /** Absent if the entry is not an answer, such as the end of the process. */
  readonly method?: string;
  readonly verdict: ReplayedAnswer["verdict"];
  /** The values from the hook's answer are without secrets, like the recording. */
  readonly differences: readonly Difference[];
}

/** An answer that is not in the recording. */
export interface ExtraAnswer {
  /** The line of the call that the message answers. Absent if the message answers no call. */
  readonly line?: number;
  readonly method?: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/** The result of a replay, to print or to return as JSON. */
export interface Comparison {
  readonly ok: boolean;
  /** Whether an answer passed only because of its effect, while the calls were recorded without their secrets. */
  readonly blind: boolean;
  readonly answers: readonly ComparedAnswer[];
  readonly extra: readonly ExtraAnswer[];
}

export function comparisonOf({ ok, answers, extra }: ReplayReport, recording: Recording): Comparison {
  return {
    ok,
    blind:
      answers.some(({ verdict }) => verdict === "same effect") &&
      recording.entries.some(({ from, redacted = [] }) => from === "host" && redacted.length > 0),
    answers: answers.map((answer) => comparedAnswer(answer, recording)),
    extra: extra
      .map((answer) => extraAnswer(answer, recording))
      .sort((a, b) => (a.line ?? Number.MAX_VALUE) - (b.line ?? Number.MAX_VALUE)),
  };
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

function extraAnswer({ call, entry }: ReplayReport["extra"][number], recording: Recording): ExtraAnswer {
  const { message } = redactMessage(entry.message ?? { text: entry.text });
  if (call === undefined) return { message };
  const method = recording.entries[call]?.message?.method;
  return { line: lineOf(call, recording), ...(typeof method === "string" ? { method } : {}), message };
}

function lineOf(index: number, { lineIndexes }: Recording): number {
  return (lineIndexes[index] ?? 0) + 1;
}
