import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { launcherPath } from "@agent-hook/sdk/launcher";
import { CommandError, notRunError } from "../command-error.js";
import { containsHome, isInside, realFolder } from "./inside.js";

/** Returns the file that `spawn` starts for a program name. Throws `CommandError` if there is none. */
export function findProgram(program: string): string {
  const programFile = isPath(program) ? programsIn([""], program)[0] : programsIn(pathFolders(), program)[0];
  if (programFile !== undefined) return programFile;
  throw notFound(program, isPath(program) ? "it does not exist or is not executable" : "it is not on the PATH");
}

/**
 * Like `findProgram`, but skips PATH folders in which the project, its packages or other users may put programs: folders
 * in the project, `node_modules/.bin`, folders that are not absolute, and folders that every user may write. The launcher
 * has the same rule. Falls back to the file that `fallback` finds. The default project is the current folder, unless it
 * contains the home folder.
 */
export function findTrustedProgram(
  program: string,
  {
    fallback = () => undefined,
    project = currentProject(),
  }: { readonly fallback?: (program: string) => string | undefined; readonly project?: string | undefined } = {},
): string {
  if (isPath(program)) return findProgram(program);
  const all = programsIn(pathFolders(), program);
  const programFile = trustedPrograms(program, project)[0] ?? fallback(program);
  if (programFile !== undefined) return programFile;
  if (all[0] === undefined) throw notFound(program, "it is not on the PATH");
  const where = `it is on the PATH only in ${dirname(all[0])}, where the project, its packages or other users may put programs`;
  throw notFound(program, `${where}: use its full path`);
}

/** Returns the programs of this name that `findTrustedProgram` does not skip, in the order of the PATH. */
export function trustedPrograms(program: string, project: string | undefined = currentProject()): string[] {
  return programsIn(pathFolders().filter(isAbsolute), program).filter((path) => isTrusted(path, project));
}

/** Returns the path of an installed program, or `undefined` if there is none. */
export function installedProgram(program: string): string | undefined {
  try {
    return findTrustedProgram(program);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

function currentProject(): string | undefined {
  return containsHome(process.cwd()) ? undefined : process.cwd();
}

/** Returns whether neither the project, its packages nor other users may put programs next to a path. */
export function isTrusted(path: string, project: string | undefined = currentProject()): boolean {
  if (isOwnNode(path)) return true;
  const folder = dirname(path);
  if (isFromPackages(path) || isWritableByAll(folder)) return false;
  // Every program is in a project that is the whole system, as in a container. The launcher then starts any, too.
  const isPart = project !== undefined && project !== dirname(project);
  return !isPart || !leadsThrough(realFolder(project), folder);
}

/** Returns whether a path is in a folder or has a link that is: whoever changes the folder can change where it leads. */
function leadsThrough(folder: string, path: string): boolean {
  if (isInside(folder, realFolder(path))) return true;
  return path !== dirname(path) && leadsThrough(folder, dirname(path));
}

/** On Windows, the mode does not tell. */
function isWritableByAll(folder: string): boolean {
  return process.platform !== "win32" && (statSync(folder).mode & 0o002) !== 0;
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
 * Returns the launcher that exists as long as the hook does: the one next to the program of a policy, or that of the
 * hook's own SDK. If there is none, returns the launcher of this package.
 */
export function findLauncher([, ...args]: readonly string[]): string {
  const hook = args.find((arg) => isAbsolute(arg) && existsSync(arg));
  if (hook === undefined) return launcherPath();
  const ofPolicy = join(dirname(hook), "guard.sh");
  if (basename(hook) === "hook.cjs" && existsSync(ofPolicy)) return ofPolicy;
  try {
    const path = createRequire(hook).resolve("@agent-hook/sdk/launcher/guard.sh");
    return existsSync(path) ? path : launcherPath();
  } catch {
    return launcherPath();
  }
}
