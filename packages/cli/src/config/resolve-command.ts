import { existsSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { notRunError } from "../command-error.js";
import { assertPrebuilt } from "./assert-prebuilt.js";
import { assertNotOlder, assertPermissions, assertRunsTypeScript } from "./assert-runtime.js";
import { findTrustedProgram } from "./find-program.js";
import { installedBin } from "./installed-bin.js";
import { runtimePath } from "./runtime-path.js";
import { missingFlags, type Runtime, runtimeOf } from "./runtimes.js";
import { scriptOf, shebang } from "./script.js";
import { assertSnapshotNode } from "./snapshot.js";

/**
 * Returns the command in a form that a host can start from anywhere: with absolute paths, the runtime itself instead of
 * a version manager's shim, and an installed bin as its runtime and its file. With `inProject`, prefers the bins of the
 * project's dependencies to programs on the PATH, and keeps their links. Throws `CommandError`.
 */
export async function resolveCommand(
  command: readonly [string, ...string[]],
  { inProject = false }: { readonly inProject?: boolean } = {},
): Promise<string[]> {
  assertPrebuilt(command);
  const [name, ...rawArgs] = command;
  const bin = inProject ? installedBin(name) : undefined;
  const program = bin ?? findTrustedProgram(name, { fallback: installedBin });
  const args = rawArgs.map(toAbsolute);
  const runtime = runtimeOf(name);
  if (runtime !== undefined) return runtimeCommand(runtime, program, args);
  const script = scriptOf(program);
  assertPrebuilt(script ? [script.interpreter, ...script.flags, script.file] : shebang(program));
  if (script === undefined) return [program, ...withExistingScript(args)];
  // The real path of an installed package may have a version, which other machines do not have.
  const file = bin ?? script.file;
  return runtimeCommand(script.runtime, findTrustedProgram(script.interpreter), [...script.flags, file, ...args]);
}

async function runtimeCommand(named: Runtime, program: string, args: readonly string[]): Promise<string[]> {
  const path = await runtimePath(program, named);
  const runtime = runtimeOf(path) ?? named;
  if (runtime.name === "node") {
    const command = [path, ...withBundle(withExistingScript(args))];
    await assertSnapshotNode(command);
    await assertRunsTypeScript(command);
    return command;
  }
  const rest = withExistingScript(args[0] === "run" ? args.slice(1) : args);
  await assertNotOlder(path, runtime);
  // Bun needs no `run`, and takes flags only before it.
  if (runtime.name === "bun") return [path, ...missingFlags(runtime, rest), ...rest];
  assertPermissions(rest);
  return [path, "run", ...rest];
}

/** Adds the bundle after a snapshot: until a script is named, Node reads the arguments as its own options. */
function withBundle(args: readonly string[]): readonly string[] {
  const [flag, blob = "", script] = args;
  if (flag !== "--snapshot-blob" || (script !== undefined && !script.startsWith("-"))) return args;
  const bundle = blob.replace(/\.blob$/, ".cjs");
  if (existsSync(bundle)) return [flag, blob, bundle, ...args.slice(2)];
  throw notRunError(`the hook cannot be started: its bundle ${bundle} does not exist next to the snapshot`);
}

/**
 * Makes the path of an existing file absolute, also in `--flag=file`. The name of a folder is changed only if it looks
 * like a path and not like a word.
 */
export function toAbsolute(arg: string): string {
  const [, flag = "", path = arg] = /^(--[\w-]+=)(.+)$/.exec(arg) ?? [];
  if (path === "" || path.startsWith("-") || isAbsolute(path) || !existsSync(path)) return arg;
  const isPath = statSync(path).isFile() || /^\.|[\\/]/.test(path);
  return isPath ? flag + resolve(path) : arg;
}

/** Returns the arguments. Throws `CommandError` if the interpreter's script does not exist. */
function withExistingScript(args: readonly string[]): readonly string[] {
  const script = args.find((arg) => !arg.startsWith("-"));
  if (script !== undefined && !existsSync(script) && /\.([cm]?[jt]s|py|rb|sh|blob)$/.test(script)) {
    throw notRunError(`the hook cannot be started: ${script} does not exist`);
  }
  return args;
}
