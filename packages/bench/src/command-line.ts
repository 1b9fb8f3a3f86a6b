import { parseArgs } from "node:util";

/** Options of the command line. */
export interface CommandLineOptions {
  /** Names of the measures to run; empty means all. */
  readonly names: readonly string[];
  /** Whether to write the figures, which are always printed. */
  readonly write: boolean;
}

/** Returns the parsed options, or `undefined` for `--help`. Throws an error that explains what is wrong. */
export function parseCommandLine(args: readonly string[], known: readonly string[]): CommandLineOptions | undefined {
  const { values, positionals: names } = parse(args, known);
  if (values.help) return undefined;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`unknown measure ${unknown}: expected ${known.join(", ")}`);
  if (values.write && names.length > 0) throw new Error("expected --write without measures: the page is of one run");
  return { names, write: values.write };
}

export function usage(known: readonly string[]): string {
  return `pnpm bench [--write | measure ...]\nmeasures: ${known.join(", ")}`;
}

function parse(args: readonly string[], known: readonly string[]) {
  const flag = { type: "boolean", default: false } as const;
  try {
    const options = { write: flag, help: { ...flag, short: "h" } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage(known)}`);
  }
}
