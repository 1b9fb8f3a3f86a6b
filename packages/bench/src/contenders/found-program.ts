import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** A program that is measured where it is installed. This package does not install it. */
export interface FoundProgram {
  readonly path: string;
  readonly version: string;
}

/**
 * Returns the program that an environment variable names, or else the first of this name on the PATH. `undefined` if
 * there is none. Throws if it does not tell its version.
 */
export function foundProgram(name: string, variable: string, env = process.env): FoundProgram | undefined {
  const path = env[variable] || onPath(name, env.PATH ?? "");
  if (path === undefined) return undefined;
  const { stdout, stderr } = spawnSync(path, ["--version"], { encoding: "utf8" });
  const [version] = /\d+\.\d+\.\d+/.exec(`${stdout ?? ""}${stderr ?? ""}`) ?? [];
  if (version !== undefined) return { path, version };
  throw new Error(`${path} --version names no version; set ${variable} to the path of ${name}, or remove the program`);
}

function onPath(name: string, folders: string): string | undefined {
  return folders
    .split(delimiter)
    .filter((folder) => folder.startsWith("/"))
    .map((folder) => join(folder, name))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
