import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * Returns the folder for what agent-hook remembers about a user, which need not exist. Whoever creates it gives it the
 * mode 0700: it contains parts of the user's files and calls.
 */
export function stateFolder(env: NodeJS.ProcessEnv = process.env, home = env.HOME || homedir()): string {
  const { XDG_STATE_HOME = "" } = env;
  // According to the XDG specification, a relative path is ignored.
  const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(home, ".local/state");
  return join(state, "agent-hook");
}
