import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { readHead } from "../../files/regular-file.js";
import type { CommandFacts } from "./facts.js";

/**
 * Finds a command as the host does (observed): the host looks up the program in its own PATH, ignoring `env`, or
 * relative to `dir` if the name has a slash. A script needs its `#!`, because no shell is involved.
 */
export function commandFacts([program = "", ...args]: readonly string[], dir: string | undefined): CommandFacts {
  const folder = resolve(dir ?? ".");
  if (!isFolder(folder)) return { fault: { id: "dir-missing", why: `its folder ${dir} does not exist` } };
  const path = program.includes("/") ? resolve(folder, program) : inPath(program);
  const script = scriptOf(args, folder);
  const scripted = script === undefined ? {} : { script };
  if (path === undefined || !existsSync(path)) {
    const where = path === undefined ? "is not on the PATH" : "does not exist";
    return { fault: { id: "command-missing", why: `${program} ${where}` }, ...scripted };
  }
  const why = notExecutable(path);
  if (why === undefined) return { program: path, ...scripted };
  return { fault: { id: "command-not-executable", why: `${program} ${why}` }, ...scripted };
}

function inPath(program: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder || ".", program));
  return folders.find((path) => existsSync(path) && notExecutable(path) === undefined);
}

function notExecutable(path: string): string | undefined {
  if (isFolder(path)) return "is a folder";
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return "is not executable";
  }
  return isTextWithoutInterpreter(path) ? 'is a text file that does not begin with "#!"' : undefined;
}

/**
 * Returns whether a file is a text without `#!`. Node would start it through a shell. The host does not start it
 * (observed).
 */
function isTextWithoutInterpreter(path: string): boolean {
  const head = headOf(path);
  return head !== undefined && !head.includes(0) && !head.toString("latin1").startsWith("#!");
}

/** Returns the first bytes of a file, or `undefined` for a file that is executable but not readable. */
function headOf(path: string): Buffer | undefined {
  try {
    return readHead(path, 512);
  } catch {
    return undefined;
  }
}

const SCRIPT = /\/|\.([cm]?[jt]sx?|py|rb|sh|bash|pl|php|lua)$/;
/** The argument after one of these is code or a module. */
const INLINE: readonly string[] = ["-c", "-e", "-p", "-m", "--eval", "--print"];

function scriptOf(args: readonly string[], folder: string): CommandFacts["script"] {
  const inline = args.findIndex((arg) => INLINE.includes(arg));
  const argument = args
    .slice(0, inline === -1 ? undefined : inline)
    .find((arg) => !arg.startsWith("-") && SCRIPT.test(arg));
  // A URL or a package is not a script.
  if (argument === undefined || /^([a-z]+:|@)/.test(argument)) return undefined;
  const path = resolve(folder, argument);
  return { argument, path, exists: existsSync(path) };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
