import { readFileSync } from "node:fs";
import { launcherPath } from "@agent-hook/sdk/launcher";
import { readRegular } from "../../files/regular-file.js";

/** Returns whether a file is the launcher or a copy of it: any other program may have its name. */
export function isOurLauncher(path: string): boolean {
  try {
    return readRegular(path).bytes.equals(readFileSync(launcherPath()));
  } catch {
    return false;
  }
}
