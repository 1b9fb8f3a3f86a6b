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
