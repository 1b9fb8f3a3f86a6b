import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute } from "node:path";
import { launcherPath } from "@agent-hook/sdk/launcher";

/** Returns the launcher of the hook's own SDK, which exists as long as the hook, or else that of this package. */
export function findLauncher([, ...args]: readonly string[]): string {
  const hook = args.find((arg) => isAbsolute(arg) && existsSync(arg));
  if (hook === undefined) return launcherPath();
  try {
    const path = createRequire(hook).resolve("@agent-hook/sdk/launcher/guard.sh");
    return existsSync(path) ? path : launcherPath();
  } catch {
    return launcherPath();
  }
}
