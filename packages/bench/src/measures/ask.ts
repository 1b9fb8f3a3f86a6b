import type { Lasting } from "../contenders/lasting.js";
import type { Conversation } from "../driver/conversation.js";
import { HookProcess } from "../driver/hook-process.js";
import type { Calls, Work } from "../wires/wire.js";

/** A hook that is ready for calls. */
export interface Asked {
  readonly hook: HookProcess;
  readonly conversation: Conversation;
  readonly calls: Calls;
}

/** Starts a hook, sees that it answers right, and ends it when it was measured. `distinct` as for `Wire.calls`. */
export async function asking<T>(
  { name, wire, command }: Lasting,
  work: Work,
  distinct: number,
  measure: (asked: Asked) => Promise<T>,
): Promise<T> {
  const hook = HookProcess.start(command(work));
  const conversation = await wire.open(hook);
  const calls = wire.calls(work, distinct);
  const answer = await conversation.ask(calls(1));
  if (!wire.isRight(work, answer)) throw new Error(`${name} is wrong at ${work}: ${answer.slice(0, 500)}`);
  const measured = await measure({ hook, conversation, calls });
  await conversation.stop();
  return measured;
}
