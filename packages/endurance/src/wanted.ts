import { parseArgs } from "node:util";
import type { StressTest } from "./stress-test.js";
import { trials } from "./stress-tests.js";

const USAGE = "soak [part of a trial's name ...] [--seed N] [--cases N] [--case N] [--without WORD ...] [--write]";

/** Parses the command line. Ends the process with an error if it is invalid. */
export function wanted(args: readonly string[], seedOfEnvironment: string | undefined) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        seed: { type: "string" },
        cases: { type: "string" },
        case: { type: "string" },
        without: { type: "string", multiple: true },
        write: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    const {
      seed = seedOfEnvironment ?? String(Date.now() % 1_000_000),
      cases,
      case: only,
      without = [],
      write,
    } = values;
    for (const [name, text] of Object.entries({ seed, cases, case: only })) assertNumber(name, text);
    const chosen = chosenBy(positionals);
    if (write && chosen.length < trials.length) throw new Error("--write: expected a run of every trial");
    if (write && (cases ?? only) !== undefined) throw new Error("--write: expected the long form of every trial");
    return {
      seed: Number(seed),
      chosen,
      write,
      without,
      ...(cases === undefined ? {} : { cases: Number(cases) }),
      ...(only === undefined ? {} : { only: Number(only) }),
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(1);
  }
}

function assertNumber(name: string, text: string | undefined): void {
  if (text === undefined || /^\d{1,9}$/.test(text)) return;
  throw new Error(`--${name}: expected a whole number, got "${text}"`);
}

function chosenBy(parts: readonly string[]): readonly StressTest[] {
  const has = (name: string, part: string) => name.toLowerCase().includes(part.toLowerCase());
  const odd = parts.find((part) => !trials.some(({ name }) => has(name, part)));
  const names = trials.map(({ name }) => `  ${name}`).join("\n");
  if (odd !== undefined) throw new Error(`no trial has "${odd}" in its name; there are:\n${names}`);
  return trials.filter(({ name }) => parts.length === 0 || parts.some((part) => has(name, part)));
}
