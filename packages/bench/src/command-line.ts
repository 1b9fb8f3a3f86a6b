/** What was asked for on the command line. */
export interface Wanted {
  /** The measures by name; all of them, if there are none. */
  readonly names: readonly string[];
  /** What to do with the figures besides printing them. */
  readonly use: "print" | "write" | "check";
}

const USAGE = "bench [--write | --check] [measure ...]";

/** Throws an error that says what is wrong. */
export function parseCommandLine(args: readonly string[], known: readonly string[]): Wanted {
  const flags = args.filter((arg) => arg.startsWith("-"));
  const names = args.filter((arg) => !arg.startsWith("-"));
  const odd = flags.find((flag) => flag !== "--write" && flag !== "--check");
  if (odd !== undefined) throw new Error(`unknown option ${odd}: ${USAGE}; measures: ${known.join(", ")}`);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`unknown measure ${unknown}: there are ${known.join(", ")}`);
  const [write, check] = [flags.includes("--write"), flags.includes("--check")];
  if (write && check) throw new Error(`--write and --check exclude each other: ${USAGE}`);
  if (write && names.length > 0) throw new Error("--write takes no measures: what is committed is of one run");
  return { names, use: write ? "write" : check ? "check" : "print" };
}
