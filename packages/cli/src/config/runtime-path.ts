import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { notRunError } from "../command-error.js";
import { isProgram, isTrusted, trustedPrograms } from "./find-program.js";
import { runProgram } from "./run-program.js";
import { type Runtime, runtimeOf } from "./runtimes.js";

/** fnm links to a version from a folder that belongs to one shell. Bun gives its scripts a `node` that is Bun. */
const OF_ONE_SHELL = /[\\/](?:fnm_multishells|bun-node-[\w-]+)[\\/]/;

/**
 * Returns the path that configs name for a runtime: the program itself instead of a version manager's shim, by a path
 * that stays when the runtime is upgraded. That is the program if it is a link, or else the first one of its name on the
 * PATH that leads to the same file. Without such a link, returns the file. Throws `CommandError`.
 */
export async function runtimePath(program: string, { name, title, ownPath }: Runtime): Promise<string> {
  const { stdout, stderr, failure } = await runProgram([program, ...ownPath]);
  const path = stdout.trim();
  if (failure !== undefined || !isAbsolute(path)) {
    throw notRunError(
      `${program} ${ownPath.join(" ")}: expected the path of ${title}, got ${failure ?? "something else"}\n${stderr}`.trim(),
    );
  }
  const file = realpathSync(path);
  const links = [...(program === file ? [] : [program]), ...trustedPrograms(name)];
  return links.find((link) => isAbsolute(link) && !OF_ONE_SHELL.test(link) && realpathSync(link) === file) ?? path;
}

/**
 * Returns the program that the launcher starts if the runtime at a path is gone: the newest version next to it that hooks
 * can run on, or else the one on the PATH. Returns `undefined` if there is none.
 */
export function runtimeInstead(gone: string): string | undefined {
  const name = basename(gone);
  const runtime = runtimeOf(gone);
  if (runtime?.name !== name || isProgram(gone)) return undefined;
  return newestVersion(runtime, dirname(gone), name) ?? trustedPrograms(name)[0];
}

/** Looks in the folders that have another version in place of one in the path. */
function newestVersion(runtime: Runtime, folder: string, rest: string): string | undefined {
  const parent = dirname(folder);
  if (parent === folder) return undefined;
  const names = /\d\.\d/.test(basename(folder)) && existsSync(parent) ? readdirSync(parent) : [];
  const versions = names.map((name) => ({ path: join(parent, name, rest), version: versionOf(name) }));
  const programs = versions
    .filter(({ version: [major] }) => major >= runtime.oldest[0])
    .sort(({ version: one }, { version: other }) => other[0] - one[0] || other[1] - one[1])
    .map(({ path }) => path);
  const isUsable = (path: string) => isProgram(path) && isTrusted(path, undefined);
  return programs.find(isUsable) ?? newestVersion(runtime, parent, join(basename(folder), rest));
}

function versionOf(name: string): readonly [major: number, minor: number] {
  const [, major = 0, minor = 0] = /^v?(\d+)(?:\.(\d+))?/.exec(name) ?? [];
  return [Number(major), Number(minor)];
}
