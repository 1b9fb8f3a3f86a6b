import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, resolve } from "node:path";
import { notRun } from "../command-error.js";

/**
 * The file that a program's name starts, as `spawn` finds it, but none on the PATH that is `skipped`. Throws
 * `CommandError` if there is none.
 */
export function findProgram(program: string, skipped: (path: string) => boolean = () => false): string {
  const folders = /[\\/]/.test(program) ? [""] : (process.env.PATH ?? "").split(delimiter);
  const endings = process.platform === "win32" ? ["", ".exe", ".com"] : [""];
  const candidates = folders.flatMap((folder) => endings.map((ending) => resolve(folder, program + ending)));
  const all = candidates.filter(isProgram);
  const found = folders[0] === "" ? all[0] : all.find((path) => !skipped(path));
  if (found !== undefined) return found;
  throw notRun(`the hook cannot be started: ${program}: ${whereNot(folders, all[0])}`);
}

function whereNot([first]: readonly string[], skipped: string | undefined): string {
  if (skipped !== undefined)
    return `it is on the PATH in ${dirname(skipped)} alone, where any package may put one: name the file that you mean`;
  return first === "" ? "no program is there" : "it is not on the PATH";
}

/**
 * Whether a package put it there: npm and npx have that folder first on the PATH, and any package of a project may put
 * programs there, `node` too. A Node of npx's that runs this is none.
 */
export function isFromPackages(path: string): boolean {
  return /[\\/]node_modules[\\/]\.bin$/.test(dirname(path)) && !isOwnNode(path);
}

function isOwnNode(path: string): boolean {
  const own = realpathSync(process.execPath);
  return /[\\/]node_modules[\\/]/.test(own) && existsSync(path) && realpathSync(path) === own;
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
