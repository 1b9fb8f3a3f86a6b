import { parseArgs } from "node:util";
import type { StressTest } from "./stress-test.js";
import { stressTests } from "./stress-tests.js";

const USAGE = "soak [part of a test's name ...] [--seed N] [--cases N] [--case N] [--without WORD ...] [--write]";

/** Parses the command line. Ends the process with an error if it is invalid. */
export function parseCommandLine(args: readonly string[], seedOfEnvironment: string | undefined) {
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
    const chosen = testsNamed(positionals);
    if (write && chosen.length < stressTests.length) throw new Error("--write: expected a run of every stress test");
    if (write && (cases ?? only) !== undefined) throw new Error("--write: expected the long form of every stress test");
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

function testsNamed(parts: readonly string[]): readonly StressTest[] {
  const has = (name: string, part: string) => name.toLowerCase().includes(part.toLowerCase());
  const unmatched = parts.find((part) => !stressTests.some(({ name }) => has(name, part)));
  const names = stressTests.map(({ name }) => `  ${name}`).join("\n");
  if (unmatched !== undefined)
    throw new Error(`no stress test has "${unmatched}" in its name; expected part of:\n${names}`);
  return stressTests.filter(({ name }) => parts.length === 0 || parts.some((part) => has(name, part)));
}
