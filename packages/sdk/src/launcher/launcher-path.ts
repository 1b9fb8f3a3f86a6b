import { fileURLToPath } from "node:url";

/** The absolute path of the launcher that this SDK ships. */
export function launcherPath(): string {
  // From src/launcher, dist/launcher and dist/chunks alike.
  return fileURLToPath(new URL("../../launcher/guard.sh", import.meta.url));
}
