import type { Hook } from "@agent-hook/sdk";
import { type CallAnswer, type HookFailure, runInProcess } from "@agent-hook/sdk/in-process";
import type { Raw } from "../overlays/edits.js";

/** What came of the one call of a process. */
export interface Once extends CallAnswer {
  readonly failures: readonly HookFailure[];
}

/** Asks a hook in this process as a host does that starts one for each call. */
export async function askOnce(hook: Hook, host: string, payload: Raw): Promise<Once> {
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
