import { parseArgs } from "node:util";

/** Options of the command line. */
export interface CommandLineOptions {
  /** Names of the measures to run; empty means all. */
  readonly names: readonly string[];
  /** What to do with the figures. They are always printed. They can also be written, or checked. */
  readonly use: "print" | "write" | "check";
}

/** Returns the parsed options, or `undefined` for `--help`. Throws an error that explains what is wrong. */
export function parseCommandLine(args: readonly string[], known: readonly string[]): CommandLineOptions | undefined {
  const { values, positionals: names } = parse(args, known);
  if (values.help) return undefined;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`unknown measure ${unknown}: expected ${known.join(", ")}`);
  const { write, check } = values;
  if (write && check) throw new Error("expected --write or --check, not both");
  return { names, use: write ? "write" : check ? "check" : "print" };
}

export function usage(known: readonly string[]): string {
  return `pnpm bench [--write | --check] [measure ...]\nmeasures: ${known.join(", ")}`;
}

function parse(args: readonly string[], known: readonly string[]) {
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { write: flag, check: flag, help: { ...flag, short: "h" } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage(known)}`);
  }
}
