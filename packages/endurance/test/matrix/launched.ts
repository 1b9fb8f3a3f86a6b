import { launcherCommand } from "@agent-hook/sdk/launcher";
import type { Attempt } from "./attempt.js";
import { commandOf, launcherOf } from "./attempt.js";

/** What `agent-hook config` prints for an agent that starts the hook for each call. */
export function launched(attempt: Attempt, host: string, event: string, called: string): string {
  return launcherCommand({
    launcher: launcherOf(attempt),
    mode: attempt.policy,
    host,
    event,
    // Only a loop is to be waited out; a busy machine may take long to start the others.
    seconds: attempt.fault.startsWith("loops for ever") ? 2 : 60,
    command: [...commandOf(attempt), "--host", called],
  });
}

/** Beyond the launcher's limit. */
export const HOST_SECONDS = 90;
