import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";

/** The folder of a project's policy. */
export const PROJECT_FOLDER = ".agent-hook";
const FILE = "policy.yaml";

/** Returns the path of the user's policy, or of the policy of the project in the current folder. */
export function policyPath(project: boolean): string {
  if (project) return resolve(PROJECT_FOLDER, FILE);
  const { XDG_CONFIG_HOME = "", HOME } = process.env;
  // According to the XDG specification, a relative path is ignored.
  const folder = isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(HOME || homedir(), ".config");
  return join(folder, "agent-hook", FILE);
}

/** Returns the policy that applies in a folder: the nearest project's, else the user's, if there is one. */
export function nearestPolicy(folder: string): string | undefined {
  const path = join(folder, PROJECT_FOLDER, FILE);
  if (existsSync(path)) return path;
  if (dirname(folder) !== folder) return nearestPolicy(dirname(folder));
  const user = policyPath(false);
  return existsSync(user) ? user : undefined;
}
