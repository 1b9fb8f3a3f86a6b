import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

/**
 * Returns the folder for what agent-hook remembers about a user, which need not exist. `makeFolder` creates it: it
 * contains parts of the user's files and calls.
 */
export function stateFolder(env: NodeJS.ProcessEnv = process.env, home = env.HOME || homedir()): string {
  const { XDG_STATE_HOME = "" } = env;
  // According to the XDG specification, a relative path is ignored.
  const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(home, ".local/state");
  return join(state, "agent-hook");
}

/**
 * Creates a folder that only the user can read, and the folders above it, if they are missing. Not `mkdirSync` with
 * `recursive`: in Node 20, that never returns where the system says of a folder that exists that nothing can be created
 * in it because something is missing, as in `/proc`.
 */
export function makeFolder(folder: string): void {
  try {
    makeOne(folder);
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === folder) throw error;
    makeFolder(parent);
    makeOne(folder);
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
