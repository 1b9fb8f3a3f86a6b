import type { Exit } from "@agent-hook/picoclaw";
import type { Difference, TranscriptEntry } from "@agent-hook/sdk/internal/transcript";

/** A recorded answer, and the one in the replay. */
export interface ReplayedAnswer {
  /** The index of the entry in the recording, from 0. */
  readonly index: number;
  /**
   * The method of the call that is answered, or the event of a one-shot host. Missing if the recorded line does not
   * answer a call, such as the end of a process.
   */
  readonly method?: string;
  /**
   * `same`: equal, with redacted values as wildcards. `same effect`: written differently, but equivalent for the host.
   * `missing`: no answer arrived.
   */
  readonly verdict: "same" | "same effect" | "different" | "missing";
  readonly recorded: TranscriptEntry;
  readonly actual?: TranscriptEntry;
  readonly differences: readonly Difference[];
}

/** An answer of the hook that the recording does not have. */
export interface ExtraAnswer {
  /** The index of the call that it answers. Missing if it does not answer a call. */
  readonly call?: number;
  readonly entry: TranscriptEntry;
}

export interface ReplayReport {
  /** Whether there is an answer, every answer is the same or has the same effect, and there is no `extra` answer. */
  readonly ok: boolean;
  readonly answers: readonly ReplayedAnswer[];
  readonly extra: readonly ExtraAnswer[];
  /** How the process of a command ended under a persistent host: by itself, or after its stdin was closed. */
  readonly exit?: Exit;
}

/** Returns the report of a replay. */
export function reportOf(answers: readonly ReplayedAnswer[], extra: readonly ExtraAnswer[], exit?: Exit): ReplayReport {
  const ok = answers.length > 0 && extra.length === 0 && answers.every(({ verdict }) => verdict.startsWith("same"));
  return { ok, answers, extra, ...(exit === undefined ? {} : { exit }) };
}
