import type { Arg } from "./values/content.js";
import { argOf } from "./values/content.js";

/** How a program reads its options. */
export interface OptionSpec {
  /** Letters of short options that take a value, for example `"uC"`. */
  readonly short?: string;
  /** Long options that take a value. */
  readonly values?: readonly string[];
  /** Long options without a value: needed to resolve abbreviations, which GNU programs and git accept. */
  readonly flags?: readonly string[];
  /** Whether the first operand ends the options, as it does for programs that start another program. */
  readonly stopAtOperand?: boolean;
  /** Whether long options begin with one hyphen, as those of openssl do. */
  readonly singleHyphen?: boolean;
}

interface Option {
  /** A letter, or the whole name of a long option. */
  readonly name: string;
  readonly value: Arg | undefined;
}

export interface Parsed {
  readonly options: readonly Option[];
  readonly operands: readonly Arg[];
  /** Whether one of these options is given. */
  has(...names: readonly string[]): boolean;
  /** The last value of one of these options. */
  value(...names: readonly string[]): Arg | undefined;
  valuesOf(...names: readonly string[]): readonly Arg[];
}

/** Parses arguments in which some options, such as `-C` and `--cd`, take a value. `given`: the values of these. */
export function parseGiven(args: readonly Arg[], options: readonly string[]): Parsed & { given: readonly Arg[] } {
  const names = options.map((option) => option.replace(/^-+/, ""));
  const parsed = parseOptions(args, {
    values: names.filter((name) => name.length > 1),
    short: names.filter((name) => name.length === 1).join(""),
  });
  return { ...parsed, given: parsed.valuesOf(...names) };
}

/** Separates options from operands. */
export function parseOptions(args: readonly Arg[], spec: OptionSpec = {}): Parsed {
  const options: Option[] = [];
  const operands: Arg[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as Arg;
    if (arg.text === "--") {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (arg.text.startsWith("--") || (spec.singleHyphen && /^-\w{2,}/.test(arg.text))) {
      const [written = "", ...rest] = arg.text.replace(/^--?/, "").split("=");
      const name = completed(written, spec);
      const attached = rest.length > 0 ? argOf(rest.join("="), arg) : undefined;
      const takesNext = attached === undefined && (spec.values ?? []).includes(name);
      options.push({ name, value: takesNext ? args[++index] : attached });
    } else if (/^-[^-]/.test(arg.text)) {
      index = readCluster(arg, args, index, spec, options);
    } else {
      if (spec.stopAtOperand) {
        operands.push(...args.slice(index));
        break;
      }
      operands.push(arg);
    }
  }
  return {
    options,
    operands,
    has: (...names) => options.some(({ name }) => names.includes(name)),
    value: (...names) => options.findLast(({ name }) => names.includes(name))?.value,
    valuesOf: (...names) => options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : [])),
  };
}

/** Reads `-xvf FILE`. Returns the index of the last argument that it used. */
function readCluster(arg: Arg, args: readonly Arg[], index: number, spec: OptionSpec, options: Option[]): number {
  const letters = arg.text.slice(1);
  for (let at = 0; at < letters.length; at++) {
    const name = letters[at] as string;
    if (!spec.short?.includes(name)) {
      options.push({ name, value: undefined });
      continue;
    }
    const attached = letters.slice(at + 1);
    options.push({ name, value: attached === "" ? args[index + 1] : argOf(attached, arg) });
    return attached === "" ? index + 1 : index;
  }
  return index;
}

/** Returns the whole name of an abbreviated long option. An ambiguous abbreviation stays as it is. */
function completed(written: string, { values = [], flags = [] }: OptionSpec): string {
  const known = [...new Set([...values, ...flags])];
  if (known.includes(written)) return written;
  const fits = known.filter((name) => name.startsWith(written));
  return fits.length === 1 && written !== "" ? (fits[0] as string) : written;
}
