import { constants } from "node:os";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { Invocation } from "../invocation.js";
import { ANSWER_KEY, answerDescriptor } from "./answer-descriptor.js";
import { letGo, writeTo } from "./descriptors.js";
import { Flow, UNRECORDED } from "./flow.js";
import type { TraceFlags } from "./options.js";
import { Recorder } from "./recorder.js";
import { startHook } from "./start-hook.js";

/** What a hook could catch; it decides what they do. */
const FORWARDED = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2"] as const;
const QUIET_MS = 200;
/** A pipe holds no more, unless root made it larger. */
const MOST_IN_PIPE = 1024 * 1024;

/** Carries a hook's wire through, and records it. Ends as the hook does. */
export async function trace(invocation: Invocation, { out, raw, json }: TraceFlags): Promise<void> {
  const { terminal } = invocation;
  const command = invocation.hookCommand("trace");
  const descriptor = answerDescriptor(process.env);
  const hook = await startHook(command, descriptor !== undefined);
  const forward = (signal: NodeJS.Signals) => hook.process.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  const key = descriptor === undefined ? undefined : process.env[ANSWER_KEY];
  const answerKey = key === undefined ? {} : { answerKey: key };
  const recorder = new Recorder({ path: out, raw: raw === true, ...answerKey }, (why) => {
    terminal.note(`agent-hook: no more is recorded, the hook is not affected: ${why}`);
  });
  // Nobody may read it.
  process.stderr.on("error", () => {});
  const toHook = new Flow("host", 0, hook.stdin, recorder);
  // A launcher takes what is on stdout for noise.
  const toHost = new Flow("hook", hook.stdout, writeTo(1), hook.answer === undefined ? recorder : UNRECORDED);
  const said = [toHost];
  if (hook.answer !== undefined && descriptor !== undefined) {
    said.push(new Flow("hook", hook.answer, writeTo(descriptor), recorder));
  }
  // Not while the thread starts: it could get the number.
  toHook.source.once("close", () => recorder.started.then(() => letGo(0)));
  toHost.sink.once("close", () => recorder.started.then(() => letGo(1)));
  const ending = await hook.ended;
  for (const signal of FORWARDED) process.off(signal, forward);
  toHook.stop();
  toHook.sink.destroy();
  await Promise.all(said.map(lastWords));
  const [recorded] = await Promise.all([recorder.end(ending), ...said.map(({ delivered }) => delivered)]);
  if (json) terminal.note(JSON.stringify({ transcript: out, ...recorded, ...ending }));
  invocation.exitCode = "exit" in ending ? ending.exit : dieOf(ending.signal);
}

/** What a hook wrote before its end is still to come; a grandchild may hold its stdout open for ever. */
async function lastWords(flow: Flow): Promise<void> {
  const start = flow.bytes;
  while (!flow.isOver && flow.bytes - start <= MOST_IN_PIPE) {
    const before = flow.bytes;
    await Promise.race([flow.over, wait(QUIET_MS, undefined, { ref: false })]);
    // However late the timer was, the pipe is looked at once more.
    await nextTurn();
    if (flow.bytes === before && !flow.isHeld) break;
  }
  flow.stop();
}

/** What a shell gives as the code of a signal, where it does not end this process. */
function dieOf(signal: NodeJS.Signals): number {
  if (signal !== "SIGKILL") {
    // Node ignores some: a listener that goes again leaves what the system does.
    const listener = () => {};
    process.on(signal, listener).off(signal, listener);
  }
  process.kill(process.pid, signal);
  return 128 + constants.signals[signal];
}
