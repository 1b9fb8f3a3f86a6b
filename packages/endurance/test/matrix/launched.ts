import { launcherCommand } from "@agent-hook/sdk/launcher";
import type { Attempt } from "./attempt.js";
import { commandOf, launcherOf } from "./attempt.js";

/** Returns the command that `agent-hook config` prints for a one-shot host. */
export function launchCommand(attempt: Attempt, host: string, event: string, hostArgument: string): string {
  return launcherCommand({
    launcher: launcherOf(attempt),
    mode: attempt.policy,
    host,
    event,
    // Only a loop must reach the limit. A busy machine may start the other hooks slowly.
    seconds: attempt.fault.startsWith("loops for ever") ? 2 : 60,
    command: [...commandOf(attempt), "--host", hostArgument],
  });
}

/** Longer than the launcher's limit, in seconds. */
export const HOST_TIMEOUT_SECONDS = 90;
