import type { Hook } from "@agent-hook/sdk";
import { type CallAnswer, type HookFailure, runInProcess } from "@agent-hook/sdk/in-process";
import { wirePayload } from "@agent-hook/sdk/internal/simulations";
import { type CommandHostText, simulatedHost } from "@agent-hook/testing/internal/command-hosts";
import type { Raw } from "../overlays/edits.js";

/** The result of the only call of a process. */
export interface OneShotResult extends CallAnswer {
  readonly failures: readonly HookFailure[];
}

/** Calls a hook in this process as a one-shot host does. The payload is flat. */
export async function callOnce(hook: Hook, host: string, payload: Raw): Promise<OneShotResult> {
  const failures: HookFailure[] = [];
  const running = await runInProcess(hook, {
    host,
    env: {},
    write() {},
    writeError() {},
    onFailure: (failure) => failures.push(failure),
  });
  const { simulation } = simulatedHost("properties", host.replace(/\/.*/, "") as CommandHostText);
  running.receive([JSON.stringify(wirePayload(simulation, payload))]);
  const answer = await running.inputEnded();
  await running.end(0);
  return { ...answer, failures };
}
