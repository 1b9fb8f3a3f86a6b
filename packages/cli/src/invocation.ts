import { usageError } from "./command-error.js";
import { EXIT_CODES } from "./exit-codes.js";
import type { Terminal } from "./terminal/terminal.js";

/** One run of the program: what a command receives in addition to its options, and its exit code. */
export class Invocation {
  exitCode: number = EXIT_CODES.success;

  constructor(
    readonly terminal: Terminal,
    private readonly hook: readonly string[] | undefined,
  ) {}

  /** The hook's command, for a command that also works without one. */
  get optionalHookCommand(): readonly [string, ...string[]] | undefined {
    const [program, ...args] = this.hook ?? [];
    return program ? [program, ...args] : undefined;
  }

  /** Returns the hook's command. Throws a usage error if it is missing. `alternative` is added to the error. */
  hookCommand(command: string, alternative = ""): readonly [string, ...string[]] {
    const hook = this.optionalHookCommand;
    if (hook !== undefined) return hook;
    throw usageError(
      `expected the hook's command after --, such as: agent-hook ${command} -- node dist/main.js${alternative}`,
    );
  }
}

/** The arguments before and after the first `--`. */
export interface Arguments {
  readonly own: readonly string[];
  /** The hook's program and its arguments. `undefined` without `--`. */
  readonly hook: readonly string[] | undefined;
}

export function splitArguments(argv: readonly string[]): Arguments {
  const end = argv.indexOf("--");
  return end === -1 ? { own: argv, hook: undefined } : { own: argv.slice(0, end), hook: argv.slice(end + 1) };
}
