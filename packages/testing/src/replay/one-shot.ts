import { isDeepStrictEqual } from "node:util";
import type { Hook } from "@agent-hook/sdk";
import { eventIn, type HookAnswer, type Payload } from "@agent-hook/sdk/internal/simulations";
import { stringify } from "@agent-hook/sdk/internal/text";
import { entryOf, type TranscriptEntry } from "@agent-hook/sdk/internal/transcript";
import { effectIn, hostFlag } from "../command-hosts/effect-of-answer.js";
import { type CommandHostText, type SimulatedHost, simulatedHost } from "../command-hosts/simulated-host.js";
import { runProcess } from "../run-process.js";
import { InProcessHook } from "../test-host/in-process-hook.js";
import { differencesBetween } from "./compare.js";
import type { Indexed, Replay } from "./options.js";
import { type ExtraAnswer, type ReplayedAnswer, type ReplayReport, reportOf } from "./report.js";

/** A recorded process: the event that it was started for, its answer and its end. */
interface RecordedRun {
  readonly event: Indexed;
  answer?: Indexed;
  end?: Indexed;
}

/** Replays a recording of a host that starts the hook for each event. The events are sent one after the other. */
export async function replayOneShot(
  entries: readonly Indexed[],
  hook: Hook | readonly string[],
  replay: Replay,
): Promise<ReplayReport> {
  const { host, named } = hostOf(replay);
  const answers: ReplayedAnswer[] = [];
  const extra: ExtraAnswer[] = [];
  for (const run of runsIn(entries)) {
    const [index, { message }] = run.event;
    const event = named ?? eventOf(host, message);
    const actual = await answerTo(run.event[1], event, hook, host, replay);
    const stdoutText = (actual.stdout ?? "").trimEnd();
    const entry = stdoutText === "" ? undefined : entryOf("hook", stdoutText, { raw: true });
    if (run.answer === undefined) {
      if (entry !== undefined) extra.push({ entry, call: index });
    } else {
      const answer = compared(run, entry, actual, { host, event, ignore: replay.ignore });
      answers.push(answer);
      if (replay.onAnswer?.(answer) === false) break;
    }
    if (run.end !== undefined) answers.push(endOf(run.end, actual));
  }
  return reportOf(answers, extra);
}

/**
 * Returns the host of a recording. Its variant is either a mode of the host or the event of all payloads in the
 * recording.
 */
function hostOf({ host: { name, version, variant } }: Replay): {
  readonly host: SimulatedHost;
  readonly named?: string;
} {
  const text = (version === undefined ? name : `${name}@${version}`) as CommandHostText;
  const host = simulatedHost("replay", text);
  if (variant === undefined) return { host };
  const isMode = host.simulation.variants?.[variant] !== undefined;
  return isMode ? { host: simulatedHost("replay", `${text}/${variant}` as CommandHostText) } : { host, named: variant };
}

/**
 * Returns the recorded processes. If processes ran at the same time, the one that started first is assumed to answer
 * and to end first.
 */
function runsIn(entries: readonly Indexed[]): readonly RecordedRun[] {
  const runs: RecordedRun[] = [];
  const hasEnds = entries.some(([, { exit, signal }]) => exit !== undefined || signal !== undefined);
  let open: RecordedRun[] = [];
  for (const indexed of entries) {
    const [, { from, exit, signal }] = indexed;
    if (from === "host") {
      const run = { event: indexed };
      runs.push(run);
      open = hasEnds ? [...open, run] : [run];
    } else if (exit !== undefined || signal !== undefined) {
      const ended = open.shift();
      if (ended !== undefined) ended.end = indexed;
    } else {
      const answering = open.find(({ answer }) => answer === undefined);
      if (answering !== undefined) answering.answer = indexed;
    }
  }
  return runs;
}

/**
 * Returns the event of a payload. If the payload does not name its event, returns the event whose recorded payload has
 * the same fields.
 */
function eventOf({ simulation, payloads }: SimulatedHost, payload: Payload = {}): string | undefined {
  const named = eventIn(simulation, payload);
  if (named !== undefined) return named;
  const keys = Object.keys(payload).sort();
  const same = Object.entries(payloads).find(([, known]) => isDeepStrictEqual(Object.keys(known).sort(), keys));
  return same?.[0].replace(/\..*$/, "");
}

async function answerTo(
  { message, text, base64 }: TranscriptEntry,
  event: string | undefined,
  hook: Hook | readonly string[],
  host: SimulatedHost,
  { env, store, timeoutMs, onStderr, isHostNamed }: Replay,
): Promise<HookAnswer> {
  const stdin = message === undefined ? (text ?? Buffer.from(base64 ?? "", "base64").toString()) : stringify(message);
  const flag = event === undefined ? host.text : hostFlag(host.text, event);
  if (!Array.isArray(hook)) {
    return new InProcessHook(hook as Hook, host, { env, clock: undefined, store, log: [] }).commandAt(event ?? "")(
      stdin,
    );
  }
  const [program = "", ...args] = hook as readonly string[];
  const told = isHostNamed || host.simulation.fields.event === undefined ? { AGENT_HOOK_HOST: flag } : {};
  const { stderr, late, held, ...ended } = await runProcess({
    program,
    args,
    stdin: `${stdin}\n`,
    env: { ...process.env, ...told, ...env },
    timeoutMs,
  });
  for (const line of stderr.split("\n").filter(Boolean)) onStderr?.(line);
  return { ...ended, stderr, ...(late ? { timedOut: true } : {}) };
}

interface Judge {
  readonly host: SimulatedHost;
  readonly event: string | undefined;
  readonly ignore: readonly string[];
}

function compared(
  { event: [, { message: payload = {} }], answer, end }: RecordedRun,
  actual: TranscriptEntry | undefined,
  exit: HookAnswer,
  { host, event, ignore }: Judge,
): ReplayedAnswer {
  const [index, recorded] = answer as Indexed;
  const method = event === undefined ? {} : { method: event };
  if (actual === undefined) {
    const whole = [{ pointer: "", expected: recorded.message ?? recorded.text, actual }];
    return { index, ...method, verdict: "missing", recorded, differences: whole };
  }
  const found = differencesBetween(recorded, actual, ignore);
  const isSameEffect = () => {
    if (event === undefined) return false;
    const before: HookAnswer = { stdout: textOf(recorded), exit: end?.[1].exit ?? 0 };
    const effect = (given: HookAnswer) => effectIn(host, event, payload, [given], {});
    return isDeepStrictEqual(effect(before), effect({ stdout: textOf(actual), exit: exit.exit ?? 0 }));
  };
  const verdict = found.length === 0 ? "same" : isSameEffect() ? "same effect" : "different";
  return { index, ...method, verdict, recorded, actual, differences: found };
}

function endOf([index, recorded]: Indexed, { exit, signal, timedOut }: HookAnswer): ReplayedAnswer {
  const ended = timedOut === true ? { signal: "SIGKILL" } : signal === undefined ? { exit: exit ?? 0 } : { signal };
  const actual: TranscriptEntry = { from: "hook", ...ended };
  const found = differencesBetween(recorded, actual, []);
  return { index, verdict: found.length === 0 ? "same" : "different", recorded, actual, differences: found };
}

function textOf({ message, text = "" }: TranscriptEntry): string {
  return message === undefined ? text : stringify(message);
}
