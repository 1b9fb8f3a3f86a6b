import { notRunError, usageError } from "../command-error.js";
import { runProgram } from "./run-program.js";
import type { Runtime } from "./runtimes.js";

/** What the SDK needs in Deno, as the long and the short flag. A launcher reads the answer at a path of `/dev/fd`. */
const PERMISSIONS = { "allow-env": "E", "allow-read": "R", "allow-sys": "S", "allow-write": "W" };
const ALL = /^(-A|--allow-all|-P.*|--permission-set.*)$/;

/** Throws `CommandError` if `deno run` lacks a permission without which the hook would fail at every call. */
export function assertPermissions(args: readonly string[]): void {
  const flags = args.slice(0, args.findIndex(isScript));
  if (flags.some((flag) => ALL.test(flag))) return;
  const missing = Object.entries(PERMISSIONS).filter(
    ([long, short]) => !flags.some((flag) => new RegExp(`^(--${long}(=.*)?|-\\w*${short}\\w*(=.*)?)$`).test(flag)),
  );
  if (missing.length === 0) return;
  const added = missing.map(([long]) => `--${long}`).join(" ");
  throw usageError(
    `deno run: a hook cannot read its call, answer or write its log without ${added}: add ${missing.length === 1 ? "it" : "them"} before the script, or -A for all permissions`,
  );
}

function isScript(arg: string): boolean {
  return /\.[cm]?[jt]sx?$/i.test(arg);
}

/** Throws `CommandError` if a runtime is older than the versions that hooks are tested with. */
export async function assertNotOlder(program: string, { title, oldest }: Runtime): Promise<void> {
  const version = await versionIn(program);
  if (version === undefined || !isOlder(version, oldest)) return;
  throw notRunError(`${program} is ${title} ${version}: hooks need ${title} ${oldest.join(".")} or newer; upgrade it`);
}

/** Returns the version that a runtime prints, or `undefined`. */
export async function versionIn(program: string): Promise<string | undefined> {
  return /\d+\.\d+\.\d+\S*/.exec((await runProgram([program, "--version"])).stdout)?.[0];
}

export function isOlder(version: string, [major, minor]: Runtime["oldest"]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split(".").map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
}

/** Throws `CommandError` if Node is to run TypeScript and cannot. Node 22.18 and newer do, except for 23.0 to 23.5. */
export async function assertRunsTypeScript([node = "", ...args]: readonly string[]): Promise<void> {
  const script = args.find((arg) => !arg.startsWith("-"));
  if (script === undefined || !/\.[cm]?ts$/i.test(script)) return;
  if ((await runProgram([node, "-p", "process.features.typescript"])).stdout.trim() === "strip") return;
  throw usageError(
    `${script}: Node ${await versionIn(node)} does not run TypeScript: use Node 22.18 or newer, Bun or Deno, or build the hook and name its JavaScript, such as: -- node dist/main.js`,
  );
}
