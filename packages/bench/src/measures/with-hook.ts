import type { PersistentHook } from "../contenders/persistent-hooks.js";
import type { Conversation } from "../driver/conversation.js";
import { MeasuredHook } from "../driver/hook-process.js";
import type { CallBytes, Work } from "../wires/wire.js";

/** A hook that is ready for calls. */
export interface ReadyHook {
  readonly hook: MeasuredHook;
  readonly conversation: Conversation;
  readonly calls: CallBytes;
  /** Checks that the hook answers correctly. During a measurement, answers are only counted. */
  check(): Promise<void>;
}

/** Starts a hook and checks that it answers correctly. For `distinct`, see `Wire.calls`. */
export async function startReady(
  { name, wire, command }: PersistentHook,
  work: Work,
  distinct: number,
): Promise<ReadyHook> {
  const hook = MeasuredHook.start(command(work));
  const conversation = await wire.open(hook);
  const calls = wire.calls(work, distinct);
  const check = async () => {
    const answer = await conversation.call(calls(1));
    if (!wire.isCorrect(work, answer)) throw new Error(`${name} is wrong at ${work}: ${answer.slice(0, 500)}`);
  };
  await check();
  return { hook, conversation, calls, check };
}

/** Starts a hook, measures it, checks that it still answers correctly, and ends it. */
export async function withHook<T>(
  contender: PersistentHook,
  work: Work,
  distinct: number,
  measure: (readyHook: ReadyHook) => Promise<T>,
): Promise<T> {
  const readyHook = await startReady(contender, work, distinct);
  const measured = await measure(readyHook);
  await readyHook.check();
  await readyHook.conversation.stop();
  return measured;
}
