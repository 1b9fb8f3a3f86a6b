import { usageError } from "./command-error.js";

/**
 * Throws `CommandError` on Windows: nobody has run an agent with hooks there yet. A config that looks right and guards
 * nothing would be worse than none.
 */
export function assertShown(command: string, platform: NodeJS.Platform = process.platform): void {
  if (platform !== "win32") return;
  throw usageError(
    `${command} does not support Windows yet: no agent has been run with hooks there, so nothing shows that they would guard it; use Linux, macOS or WSL`,
  );
}
