import { isDeepStrictEqual } from "node:util";
import { type Exit, effectOf } from "@agent-hook/host";
import { NEWEST_VERSION, stringify } from "@agent-hook/protocol";
import type { Hook } from "@agent-hook/sdk";
import { type Difference, differences, type TranscriptEntry } from "@agent-hook/sdk/internal/transcript";
import { Answers, idOf } from "./answers.js";
import { hookTarget, processTarget, type Target } from "./target.js";

export interface ReplayOptions {
  /** The PicoClaw version that judges the effects; a hook of this process receives it too. Default: the newest known. */
  readonly version?: string;
  /** The environment of the hook; for a command, added to this process's. Default `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** The hook whose lines to replay, if a recording contains several hooks. */
  readonly hook?: string;
  /** Deadline for an answer, in milliseconds. Default 10000. */
  readonly timeoutMs?: number;
  /** Deadline for hello, in milliseconds. Default 60000: more than a host gives, for a busy machine. */
  readonly helloTimeoutMs?: number;
  /** Called for each answer after it was compared. Returning `false` ends the replay. */
  readonly onAnswer?: (answer: ReplayedAnswer) => boolean | undefined;
  /** Called for each line that a command writes to stderr. */
  readonly onStderr?: (line: string) => void;
}

/** A recorded answer, and the one that came in the replay. */
export interface ReplayedAnswer {
  /** The index of the entry in the recording, from 0. */
  readonly index: number;
  /** The method of the call that is answered; missing if the recorded line answers no call. */
  readonly method?: string;
  /**
   * `same`: equal, with redacted values as wildcards. `same effect`: written differently, but equivalent for the host.
   * `missing`: no answer came.
   */
  readonly verdict: "same" | "same effect" | "different" | "missing";
  readonly recorded: TranscriptEntry;
  readonly actual?: TranscriptEntry;
  readonly differences: readonly Difference[];
}

export interface ReplayReport {
  /** Whether there is an answer, every answer is the same or has the same effect, and the hook wrote nothing else. */
  readonly ok: boolean;
  readonly answers: readonly ReplayedAnswer[];
  /** Messages of the hook that the recording does not have. */
  readonly extra: readonly TranscriptEntry[];
  /** How the process of a command ended: by itself, or after its stdin was closed. */
  readonly exit?: Exit;
}

/**
 * Sends the host's side of a recording to a hook, line by line as it was recorded, and compares the hook's side. Calls
 * overlap as they did: a line of the host is sent once the answers recorded before it have arrived.
 *
 * @example
 * const report = await replay(readTranscript(readFileSync("session.jsonl", "utf8")), hook);
 * expect(report.ok).toBe(true);
 */
export async function replay(
  transcript: readonly TranscriptEntry[],
  hook: Hook | readonly string[],
  options: ReplayOptions = {},
): Promise<ReplayReport> {
  const { version = NEWEST_VERSION, env = process.env, onAnswer, onStderr } = options;
  const { timeoutMs = 10_000, helloTimeoutMs = 60_000 } = options;
  const entries = ofOneHook(transcript, options.hook);
  const answers = new Answers();
  const onLine = (line: string | undefined) => answers.push(line);
  const target = isCommand(hook)
    ? await processTarget(hook, { ...process.env, ...env }, { onLine, onStderr })
    : await hookTarget(hook, version, env, onLine);
  const calls = new Map<unknown, TranscriptEntry["message"]>();
  const replayed: ReplayedAnswer[] = [];
  let exit: Exit | undefined;
  try {
    for (const [index, entry] of entries) {
      if (entry.from === "host") {
        if (entry.message?.id !== undefined) calls.set(entry.message.id, entry.message);
        send(target, entry);
        continue;
      }
      const id = idOf(entry);
      // Noise is not part of the protocol.
      if (id === undefined) continue;
      const call = calls.get(id);
      const isHello = call?.method === "hook.hello";
      const actual = await answers.to(id, isHello ? helloTimeoutMs : timeoutMs);
      const masked = actual === undefined ? undefined : withoutFailureIds(actual);
      const answer = compared(index, withoutFailureIds(entry), masked, call, version);
      replayed.push(answer);
      if (onAnswer?.(answer) === false) break;
    }
  } finally {
    exit = await target.end();
  }
  if (exit !== undefined) replayed.push(...endings(entries, exit));
  const extra = answers.rest.filter((entry) => idOf(entry) !== undefined);
  const ok = replayed.length > 0 && extra.length === 0 && replayed.every(({ verdict }) => verdict.startsWith("same"));
  return { ok, answers: replayed, extra, ...(exit === undefined ? {} : { exit }) };
}

type Indexed = readonly [index: number, entry: TranscriptEntry];

function ofOneHook(transcript: readonly TranscriptEntry[], wanted: string | undefined): Indexed[] {
  const names = [...new Set(transcript.flatMap(({ hook }) => hook ?? []))];
  if (wanted === undefined && names.length > 1) {
    throw new TypeError(`the transcript has lines of ${names.join(", ")}: choose one hook with { hook }`);
  }
  return [...transcript.entries()].filter(([, { hook }]) => wanted === undefined || hook === wanted);
}

/** Masks the id in a failure message, which is different each time. */
function withoutFailureIds(entry: TranscriptEntry): TranscriptEntry {
  if (entry.message === undefined) return entry;
  const text = stringify(entry.message).replaceAll(/\(id [0-9a-f]{8}\)/g, "(id ...)");
  return { ...entry, message: JSON.parse(text) };
}

/** Compares how the process ended, if the recording contains that. */
function endings(entries: readonly Indexed[], { code, signal }: Exit): ReplayedAnswer[] {
  const actual: TranscriptEntry = { from: "hook", ...(signal === null ? { exit: code ?? 0 } : { signal }) };
  return entries.flatMap(([index, recorded]) => {
    if (recorded.exit === undefined && recorded.signal === undefined) return [];
    const found = differences(recorded, actual);
    return [{ index, verdict: found.length === 0 ? "same" : "different", recorded, actual, differences: found }];
  });
}

function isCommand(hook: Hook | readonly string[]): hook is readonly string[] {
  return Array.isArray(hook);
}

function send(target: Target, { message, text, base64 }: TranscriptEntry): void {
  if (base64 !== undefined) target.send(Buffer.from(base64, "base64"));
  else target.send(message === undefined ? (text ?? "") : stringify(message));
}

function compared(
  index: number,
  recorded: TranscriptEntry,
  actual: TranscriptEntry | undefined,
  call: TranscriptEntry["message"],
  version: string,
): ReplayedAnswer {
  const method = typeof call?.method === "string" ? { method: call.method } : {};
  if (actual === undefined) {
    return {
      index,
      ...method,
      verdict: "missing",
      recorded,
      differences: [{ pointer: "", expected: recorded.message, actual }],
    };
  }
  const found = differences(recorded, actual);
  const verdict =
    found.length === 0 ? "same" : sameEffect(call, recorded, actual, version) ? "same effect" : "different";
  return { index, ...method, verdict, recorded, actual, differences: found };
}

function sameEffect(
  call: TranscriptEntry["message"],
  { message: recorded }: TranscriptEntry,
  { message: actual }: TranscriptEntry,
  version: string,
): boolean {
  if (call === undefined || recorded === undefined || actual === undefined) return false;
  const effect = (answer: object) => effectOf(String(call.method), call.params, answer, version);
  return isDeepStrictEqual(effect(recorded), effect(actual));
}
