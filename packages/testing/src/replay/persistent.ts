import { isDeepStrictEqual } from "node:util";
import { type Exit, effectOf } from "@agent-hook/picoclaw";
import type { Hook } from "@agent-hook/sdk";
import { stringify } from "@agent-hook/sdk/internal/text";
import type { TranscriptEntry } from "@agent-hook/sdk/internal/transcript";
import { hookTarget, processTarget, type Target } from "../hook-target.js";
import { Answers, idOf } from "./answers.js";
import { differencesBetween, withoutFailureIds } from "./compare.js";
import type { Indexed, Replay } from "./options.js";
import { type ExtraAnswer, type ReplayedAnswer, type ReplayReport, reportOf } from "./report.js";

/** The calls whose answers include the start of the process. */
const FIRST_CALLS: readonly unknown[] = ["hook.hello", "initialize"];

/**
 * Replays a recording of a persistent host. A line is sent once all answers that precede it in the recording have
 * arrived.
 */
export async function replayPersistent(entries: readonly Indexed[], hook: Hook | readonly string[], replay: Replay) {
  const { timeoutMs, helloTimeoutMs, onAnswer } = replay;
  const answers = new Answers();
  const target = await targetOf(hook, replay, (line) => answers.push(line));
  const calls = new Map<unknown, { readonly index: number; readonly message: TranscriptEntry["message"] }>();
  const replayed: ReplayedAnswer[] = [];
  let exit: Exit | undefined;
  try {
    for (const [index, entry] of entries) {
      if (entry.from === "host") {
        if (entry.message?.id !== undefined) calls.set(entry.message.id, { index, message: entry.message });
        send(target, entry);
        continue;
      }
      const id = idOf(entry);
      // A line that is not an answer is noise, which is not compared.
      if (id === undefined) continue;
      const call = calls.get(id)?.message;
      const isFirst = FIRST_CALLS.includes(call?.method);
      const actual = await answers.to(id, isFirst ? helloTimeoutMs : timeoutMs);
      const answer = compared(index, entry, actual, call, replay);
      replayed.push(answer);
      if (onAnswer?.(answer) === false) break;
    }
  } finally {
    exit = await target.end();
  }
  if (exit !== undefined) replayed.push(...endings(entries, exit, replay.ignore));
  const extra = answers.rest.flatMap((entry): ExtraAnswer[] => {
    const id = idOf(entry);
    if (id === undefined) return [];
    const callIndex = calls.get(id)?.index;
    return [{ entry, ...(callIndex === undefined ? {} : { call: callIndex }) }];
  });
  return reportOf(replayed, extra, exit) satisfies ReplayReport;
}

function targetOf(
  hook: Hook | readonly string[],
  { host, env, store, onStderr }: Replay,
  onLine: (line: string | undefined) => void,
): Promise<Target> {
  if (isCommand(hook)) return processTarget(hook, { ...process.env, ...env }, { onLine, onStderr });
  const text = host.version === undefined ? host.name : `${host.name}@${host.version}`;
  return hookTarget(hook, { host: text, env, store }, onLine);
}

function isCommand(hook: Hook | readonly string[]): hook is readonly string[] {
  return Array.isArray(hook);
}

/** Compares how the process ended, if the recording contains the end. */
function endings(entries: readonly Indexed[], { code, signal }: Exit, ignore: readonly string[]): ReplayedAnswer[] {
  const actual: TranscriptEntry = { from: "hook", ...(signal === null ? { exit: code ?? 0 } : { signal }) };
  return entries.flatMap(([index, recorded]) => {
    if (recorded.exit === undefined && recorded.signal === undefined) return [];
    const found = differencesBetween(recorded, actual, ignore);
    return [{ index, verdict: found.length === 0 ? "same" : "different", recorded, actual, differences: found }];
  });
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
  { host, ignore }: Replay,
): ReplayedAnswer {
  const method = typeof call?.method === "string" ? { method: call.method } : {};
  if (actual === undefined) {
    const whole = [{ pointer: "", expected: recorded.message, actual }];
    return { index, ...method, verdict: "missing", recorded, differences: whole };
  }
  const found = differencesBetween(recorded, actual, ignore);
  const isSameEffect = () => host.name === "picoclaw" && sameEffect(call, recorded, actual, host.version ?? "");
  const verdict = found.length === 0 ? "same" : isSameEffect() ? "same effect" : "different";
  return { index, ...method, verdict, recorded, actual, differences: found };
}

function sameEffect(
  call: TranscriptEntry["message"],
  recorded: TranscriptEntry,
  actual: TranscriptEntry,
  version: string,
): boolean {
  const [one, other] = [recorded, actual].map((entry) => withoutFailureIds(entry).message);
  if (call === undefined || one === undefined || other === undefined) return false;
  const effect = (answer: object) => effectOf(String(call.method), call.params, answer, version);
  return isDeepStrictEqual(effect(one), effect(other));
}
