import type { Invocation } from "../invocation.js";
import { ANSWER_KEY, answerDescriptor } from "./answer-descriptor.js";
import { closeStdio, writeTo } from "./descriptors.js";
import { dieBySignal, ENDING_SIGNALS } from "./die-by-signal.js";
import { Recording } from "./recording.js";
import { startHook } from "./start-hook.js";
import { Tee } from "./tee.js";

/** The options of `trace`. */
export interface TraceFlags {
  readonly out: string;
  readonly raw?: true;
  readonly json?: true;
}

/** Signals that a hook could catch. The hook decides what they do. */
const FORWARDED_SIGNALS = [...ENDING_SIGNALS, "SIGUSR1", "SIGUSR2"] as const;

/** Passes on and records a hook's wire. Exits as the hook does. */
export async function trace(invocation: Invocation, { out, raw, json }: TraceFlags): Promise<void> {
  const { terminal } = invocation;
  const command = invocation.hookCommand("trace");
  const descriptor = answerDescriptor(process.env);
  const hook = await startHook(command, { forAnswer: descriptor !== undefined });
  const forward = (signal: NodeJS.Signals) => hook.process.kill(signal);
  for (const signal of FORWARDED_SIGNALS) process.on(signal, forward);
  // stderr may have no reader.
  process.stderr.on("error", () => {});
  const answerKey = descriptor === undefined ? undefined : process.env[ANSWER_KEY];
  const recording = new Recording({ path: out, raw: raw === true, answerKey }, (why) => {
    terminal.note(`agent-hook: recording stopped, the hook is not affected: ${why}`);
  });
  const record = (from: "host" | "hook") => ({
    onChunk: (chunk: Buffer) => recording.add(from, chunk),
    onEnd: () => recording.endOf(from),
  });
  const toHook = new Tee(process.stdin, hook.stdin, record("host"));
  const stdout = writeTo(1);
  const { answer } = hook;
  // A launcher treats stdout as noise, so it is not recorded.
  const outputs =
    answer === undefined || descriptor === undefined
      ? [new Tee(hook.stdout, stdout, record("hook"))]
      : [new Tee(hook.stdout, stdout), new Tee(answer, writeTo(descriptor), record("hook"))];
  process.stdin.once("close", () => closeStdio(0));
  stdout.once("close", () => closeStdio(1));
  const ending = await hook.ended;
  for (const signal of FORWARDED_SIGNALS) process.off(signal, forward);
  toHook.stop();
  await Promise.all(outputs.map((output) => output.finish()));
  recording.end(ending);
  const { lines, stopped } = recording;
  if (json) terminal.note(JSON.stringify({ transcript: out, lines, stopped, ...ending }));
  invocation.exitCode = "exit" in ending ? ending.exit : dieBySignal(ending.signal);
}
