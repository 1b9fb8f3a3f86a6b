import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute } from "node:path";
import { launcherPath } from "@agent-hook/sdk/launcher";

/** The launcher of the SDK that the hook itself has: it stays as long as the hook does. Else the one that came with us. */
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
