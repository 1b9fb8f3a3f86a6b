import { accessSync, constants, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { notRun } from "../command-error.js";

/** The file that a program's name starts, as `spawn` finds it. Throws `CommandError` if there is none. */
export function findProgram(program: string): string {
  const folders = /[\\/]/.test(program) ? [""] : (process.env.PATH ?? "").split(delimiter);
  const endings = process.platform === "win32" ? ["", ".exe", ".com"] : [""];
  const candidates = folders.flatMap((folder) => endings.map((ending) => resolve(folder, program + ending)));
  const found = candidates.find(isProgram);
  if (found !== undefined) return found;
  const where = folders[0] === "" ? "no program is there" : "it is not on the PATH";
  throw notRun(`the hook cannot be started: ${program}: ${where}`);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
