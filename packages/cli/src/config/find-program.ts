import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { launcherPath } from "@agent-hook/sdk/launcher";
import { notRunError } from "../command-error.js";

/** Returns the file that `spawn` starts for a program name. Throws `CommandError` if there is none. */
export function findProgram(program: string): string {
  const programFile = isPath(program) ? programsIn([""], program)[0] : programsIn(pathFolders(), program)[0];
  if (programFile !== undefined) return programFile;
  throw notFound(program, isPath(program) ? "it does not exist or is not executable" : "it is not on the PATH");
}

/**
 * Like `findProgram`, but skips PATH folders in which a project or package often puts programs: `node_modules/.bin` and
 * every folder that is not absolute. Falls back to the file that `fallback` finds.
 */
export function findTrustedProgram(
  program: string,
  fallback: (program: string) => string | undefined = () => undefined,
): string {
  if (isPath(program)) return findProgram(program);
  const all = programsIn(pathFolders(), program);
  const trusted = programsIn(pathFolders().filter(isAbsolute), program).find((path) => !isFromPackages(path));
  const programFile = trusted ?? fallback(program);
  if (programFile !== undefined) return programFile;
  if (all[0] === undefined) throw notFound(program, "it is not on the PATH");
  const where = `it is on the PATH only in ${dirname(all[0])}, where any package or project may put one`;
  throw notFound(program, `${where}: use its full path`);
}

/**
 * Returns whether a package may have put the program at a path. npm and npx put `node_modules/.bin` first on the PATH,
 * and any package of a project may put programs in it, even `node`. Exception: the Node that runs this process, if it
 * comes from npx.
 */
export function isFromPackages(path: string): boolean {
  const folder = dirname(path);
  const isBin = [folder, realFolder(folder)].some((name) => /[\\/]node_modules[\\/]\.bin$/.test(name));
  return isBin && !isOwnNode(path);
}

function isPath(program: string): boolean {
  return /[\\/]/.test(program);
}

function pathFolders(): string[] {
  return (process.env.PATH ?? "").split(delimiter);
}

function programsIn(folders: readonly string[], program: string): string[] {
  const endings = process.platform === "win32" ? ["", ".exe", ".com"] : [""];
  return folders.flatMap((folder) => endings.map((ending) => resolve(folder, program + ending))).filter(isProgram);
}

function notFound(program: string, why: string): Error {
  return notRunError(`the hook cannot be started: ${program}: ${why}`);
}

function realFolder(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder;
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

/**
 * Returns the launcher of the hook's own SDK, because it exists as long as the hook does. If there is none, returns the
 * launcher of this package.
 */
export function findLauncher([, ...args]: readonly string[]): string {
  const hook = args.find((arg) => isAbsolute(arg) && existsSync(arg));
  if (hook === undefined) return launcherPath();
  try {
    const path = createRequire(hook).resolve("@agent-hook/sdk/launcher/guard.sh");
    return existsSync(path) ? path : launcherPath();
  } catch {
    return launcherPath();
  }
}

/** Returns whether a path is a folder or inside it. Both must be real paths, with links resolved. */
export function isInside(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return relativePath !== ".." && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
}
