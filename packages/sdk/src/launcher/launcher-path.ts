import { fileURLToPath } from "node:url";

/** Returns the absolute path of the launcher in this package. */
export function launcherPath(): string {
  // The same from src/launcher, dist/launcher and dist/chunks.
  return fileURLToPath(new URL("../../launcher/guard.sh", import.meta.url));
}
