import { realpathSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { readHead } from "../files/regular-file.js";
import { type Runtime, runtimeOf } from "./runtimes.js";

/** A program that a runtime runs. */
export interface Script {
  /** The interpreter in its first line, such as `node`. */
  readonly interpreter: string;
  readonly runtime: Runtime;
  readonly flags: readonly string[];
  /** The file itself: an installed bin is a link to it. */
  readonly file: string;
}

/** Returns the script behind a program, such as an installed bin, or `undefined` for any other program. */
export function scriptOf(program: string): Script | undefined {
  const target = shimTarget(program);
  if (target !== undefined) return scriptOf(target);
  const words = shebang(program);
  const interpreter = words.shift() ?? "";
  const runtime = runtimeOf(interpreter);
  if (runtime === undefined) return undefined;
  return { interpreter, runtime, flags: words, file: realpathSync(program) };
}

/** Returns the command in the first line of a script, without `env`. Empty if the file is not a script. */
export function shebang(program: string): string[] {
  const [first = ""] = head(program).split(/\r?\n/);
  const words = first.startsWith("#!") ? first.slice(2).trim().split(/\s+/) : [];
  return basename(words[0] ?? "") === "env" ? words.slice(words[1] === "-S" ? 2 : 1) : words;
}

/** Returns what a pnpm bin starts: pnpm installs a bin as a shell script that needs `node` on the PATH. */
function shimTarget(program: string): string | undefined {
  const target = /^\s*exec node\s+"\$basedir\/([^"]+)" "\$@"$/m.exec(head(program))?.[1];
  return target === undefined ? undefined : resolve(dirname(program), target);
}

function head(program: string): string {
  try {
    return readHead(program, 16_384).toString("utf8");
  } catch {
    // A program may be executable but not readable.
    return "";
  }
}
