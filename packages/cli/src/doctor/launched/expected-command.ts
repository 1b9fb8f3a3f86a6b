import { type LauncherCommand, LauncherCommandError, launcherCommand } from "@agent-hook/sdk/launcher";

/** Returns the text of a command as `config` writes it, or why it cannot. */
export function expectedCommand(launched: LauncherCommand): { readonly text: string } | { readonly fault: string } {
  try {
    return { text: launcherCommand(launched) };
  } catch (error) {
    if (error instanceof LauncherCommandError) return { fault: error.message };
    throw error;
  }
}
