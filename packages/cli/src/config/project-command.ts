import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import type { Launch } from "../host-config/index.js";
import { findLauncher } from "./find-program.js";
import { isInside } from "./inside.js";
import { runtimeOf } from "./runtimes.js";

/** How a project's file starts a hook, or the paths that a copy of the project would not have. */
export type ProjectCommand =
  | { readonly project: NonNullable<Launch["project"]> }
  | { readonly outside: readonly [string, ...string[]] };

const LAUNCHER = "@agent-hook/sdk/launcher/guard.sh";

/**
 * Returns a command as it works in every copy of the project: paths start with `./`, and a program that the user named
 * without a path comes from the PATH, as does a runtime. `given` is the program as the user named it. The command and the
 * launcher have their paths on this machine.
 */
export function projectCommand(
  folder: string,
  given: string,
  [program = "", ...args]: readonly string[],
  launcher: string,
): ProjectCommand {
  const outside: string[] = [];
  const inProject = (path: string) => {
    const portable = pathIn(folder, path);
    if (portable === undefined) outside.push(path);
    return portable ?? path;
  };
  const named = /[\\/]/.test(given) || pathIn(folder, program) ? undefined : given;
  const fromPath = runtimeOf(program)?.name ?? named;
  const command = [
    fromPath ?? inProject(program),
    ...args.map((arg) => {
      const [, flag = "", path = arg] = /^(--[\w-]+=)(.+)$/.exec(arg) ?? [];
      if (!isAbsolute(path) || isInside("/dev", path) || !existsSync(path)) return arg;
      return flag + (runtimeOf(path)?.name ?? inProject(path));
    }),
  ];
  const project = { command, launcher: inProject(launcher) };
  const [first, ...others] = new Set(outside);
  return first === undefined ? { project } : { outside: [first, ...others] };
}

/** Returns the path in the project, or `undefined` if it leads out of the project. */
function pathIn(folder: string, path: string): string | undefined {
  const base = [folder, realpathSync(folder)].find((one) => isInside(one, path));
  return base === undefined ? undefined : `./${relative(base, path).split(sep).join("/")}`;
}

/**
 * Returns the launcher of the hook's SDK, by the path in `node_modules` that a package manager creates on every machine:
 * its real path may have a version. Falls back to the launcher that `config` uses outside of projects.
 */
export function projectLauncher(folder: string, command: readonly string[]): string {
  const script = command.slice(1).find((arg) => isAbsolute(arg) && existsSync(arg));
  const start = script !== undefined && pathIn(folder, script) !== undefined ? dirname(script) : folder;
  return linkedLauncher(start) ?? findLauncher(command);
}

function linkedLauncher(folder: string): string | undefined {
  const path = join(folder, basename(folder) === "node_modules" ? "" : "node_modules", LAUNCHER);
  if (existsSync(path)) return path;
  return folder === dirname(folder) ? undefined : linkedLauncher(dirname(folder));
}
