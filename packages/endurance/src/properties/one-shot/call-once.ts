import type { Hook } from "@agent-hook/sdk";
import { type CallAnswer, type HookFailure, runInProcess } from "@agent-hook/sdk/in-process";
import type { Raw } from "../overlays/edits.js";

/** The result of the only call of a process. */
export interface OneShotResult extends CallAnswer {
  readonly failures: readonly HookFailure[];
}

/** Calls a hook in this process as a one-shot host does. */
export async function callOnce(hook: Hook, host: string, payload: Raw): Promise<OneShotResult> {
  const failures: HookFailure[] = [];
  const running = await runInProcess(hook, {
    host,
    env: {},
    write() {},
    writeError() {},
    onFailure: (failure) => failures.push(failure),
  });
  running.receive([JSON.stringify(payload)]);
  const answer = await running.inputEnded();
  await running.end(0);
  return { ...answer, failures };
}
