import { dirname, join } from "node:path";
import { launcherPath } from "@agent-hook/sdk/launcher";

export const LAUNCHER = "guard.sh";
/** The program with which the launcher asks a process that stays. The launcher starts the one next to itself. */
export const ASK_SCRIPT = "ask.pl";

/** Returns the path of one of the launcher's files in the SDK. */
export function launcherFile(name: typeof LAUNCHER | typeof ASK_SCRIPT): string {
  return join(dirname(launcherPath()), name);
}
