import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { Invocation } from "../invocation.js";
import { ANSWER_KEY, answerDescriptor } from "./answer-descriptor.js";
import { closeStdio, writeTo } from "./descriptors.js";
import { dieBySignal, ENDING_SIGNALS } from "./die-by-signal.js";
import { Flow } from "./flow.js";
import { Recording } from "./recording.js";
import { startHook } from "./start-hook.js";

/** The options of `trace`. */
export interface TraceFlags {
  readonly out: string;
  readonly raw?: true;
  readonly json?: true;
}

/** Signals that a hook could catch. The hook decides what they do. */
const FORWARDED_SIGNALS = [...ENDING_SIGNALS, "SIGUSR1", "SIGUSR2"] as const;
const QUIET_MS = 200;
/** A pipe holds at most this number of bytes, unless root enlarged it. */
const MAX_PIPE_BYTES = 1024 * 1024;

/** Forwards and records a hook's wire. Exits as the hook does. */
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
  const recorder = (from: "host" | "hook") => ({
    onChunk: (chunk: Uint8Array) => recording.add(from, chunk),
    onEnd: () => recording.endOf(from),
  });
  const toHook = new Flow(0, hook.stdin, recorder("host"));
  // A launcher treats stdout as noise, so it is not recorded.
  const toHost = new Flow(hook.stdout, writeTo(1), hook.answer === undefined ? recorder("hook") : undefined);
  const outputs = [toHost];
  if (hook.answer !== undefined && descriptor !== undefined) {
    outputs.push(new Flow(hook.answer, writeTo(descriptor), recorder("hook")));
  }
  toHook.source.once("close", () => closeStdio(0));
  toHost.sink.once("close", () => closeStdio(1));
  const ending = await hook.ended;
  for (const signal of FORWARDED_SIGNALS) process.off(signal, forward);
  toHook.stop();
  toHook.sink.destroy();
  await Promise.all(outputs.map(readRest));
  recording.end(ending);
  await Promise.all(outputs.map(({ delivered }) => delivered));
  const { lines, stopped } = recording;
  if (json) terminal.note(JSON.stringify({ transcript: out, lines, stopped, ...ending }));
  invocation.exitCode = "exit" in ending ? ending.exit : dieBySignal(ending.signal);
}

/**
 * Waits for output from before the hook's end. The wait is limited, since a process that the hook started may hold its
 * stdout open forever.
 */
async function readRest(flow: Flow): Promise<void> {
  const start = flow.bytes;
  while (!flow.isOver && flow.bytes - start <= MAX_PIPE_BYTES) {
    const before = flow.bytes;
    await Promise.race([flow.over, wait(QUIET_MS, undefined, { ref: false })]);
    // Reads the pipe once more, even if the timer fired late.
    await nextTurn();
    if (flow.bytes === before && !flow.isBlocked) break;
  }
  flow.stop();
}
