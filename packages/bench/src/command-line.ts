import { parseArgs } from "node:util";

/** What was asked for on the command line. */
export interface Wanted {
  /** The measures by name; all of them, if there are none. */
  readonly names: readonly string[];
  /** What to do with the figures besides printing them. */
  readonly use: "print" | "write" | "check";
}

/** Gives what is asked for, or nothing where it is help; throws an error that says what is wrong. */
export function parseCommandLine(args: readonly string[], known: readonly string[]): Wanted | undefined {
  const { values, positionals: names } = parse(args, known);
  if (values.help) return undefined;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`unknown measure ${unknown}: there are ${known.join(", ")}`);
  const { write, check } = values;
  if (write && check) throw new Error("--write and --check exclude each other");
  if (write && names.length > 0) throw new Error("--write takes no measures: what is committed is of one run");
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
