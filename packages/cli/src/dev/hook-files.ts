import { existsSync, statSync } from "node:fs";
import { extname, resolve } from "node:path";

/** A file that esbuild can read. */
export const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Returns the absolute paths of the files in a hook's command. A file that is missing now may return. */
export function filesInCommand([program = "", ...args]: readonly string[]): string[] {
  // A program with an extension is a script. Node itself does not change while someone edits a hook.
  const scripts = /[\\/]/.test(program) && extname(program) !== "" ? [program] : [];
  return [...scripts, ...args.map((arg) => arg.replace(/^--[\w-]+=/, "")).filter(isFile)].map((path) => resolve(path));
}

/** Returns the hook's own file: the first script in its command. */
export function scriptIn(command: readonly string[]): string | undefined {
  return command.slice(1).find((arg) => SCRIPT.test(arg) && !arg.startsWith("-"));
}

function isFile(arg: string): boolean {
  if (arg.startsWith("-")) return false;
  return existsSync(arg) ? statSync(arg).isFile() : SCRIPT.test(arg) && !/^[@\w]+$/.test(arg);
}
