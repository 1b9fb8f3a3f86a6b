import { normalize } from "node:path/posix";
import type { ShellClass } from "../../classes.js";
import type { Run } from "../../run/shell.js";
import type { Arg } from "../../values/content.js";

/** A command of git that is about to start. */
export interface GitRun extends Run {
  /** The settings that `-c` gives, by name in lower case. */
  readonly config: ReadonlyMap<string, string>;
  /** All arguments of git, for the report. */
  readonly allArgs: readonly Arg[];
}

export type GitCommand = (run: GitRun) => void;

export function report(run: GitRun, rule: string, reason: string, kind: ShellClass = "loses-work"): void {
  run.shell.report({ name: "git", args: run.allArgs }, { class: kind, rule, reason });
}

/** Splits arguments at `--`. `after` is `undefined` if there is no `--`. */
export function splitAtSeparator(args: readonly Arg[]): { before: readonly Arg[]; after: readonly Arg[] | undefined } {
  const at = args.findIndex(({ text }) => text === "--");
  return at < 0 ? { before: args, after: undefined } : { before: args.slice(0, at), after: args.slice(at + 1) };
}

/** Whether an option is on. The last of it and of its `--no-...` form counts. */
export function isOn(options: readonly { name: string }[], names: readonly string[]): boolean {
  const negated = names.map((name) => `no-${name}`);
  const last = options.findLast(({ name }) => names.includes(name) || negated.includes(name));
  return last !== undefined && names.includes(last.name);
}

/** Whether a path stands for a whole folder, and not for one file or folder by its name. */
export function isTree({ text }: Arg): boolean {
  // A pattern is not a path that can be normalized.
  const path = /^[\w./-]*$/.test(text) ? normalize(text) : text;
  if (path === "." || path === "./" || path.startsWith("..")) return true;
  return /^(?:\.{1,2}|:\/?|:\(.*|\/)$|\/$|^(?:\.\/)?[*\uE001-\uE003]/.test(text) || !/[^\uE000-\uE003./]/.test(text);
}
