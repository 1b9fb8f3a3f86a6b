import { parseArgs } from "node:util";
import type { Trial } from "./trial.js";
import { trials } from "./trials.js";

const USAGE = "soak [part of a trial's name ...] [--seed N] [--write]";

/** What the command line asks for; ends the process with what is wrong with it. */
export function wanted(args: readonly string[], seedOfEnvironment: string | undefined) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { seed: { type: "string" }, write: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const { seed = seedOfEnvironment ?? String(Date.now() % 1_000_000), write } = values;
    if (!/^\d{1,9}$/.test(seed)) throw new Error(`the seed: expected a whole number, got "${seed}"`);
    const chosen = chosenBy(positionals);
    if (write && chosen.length < trials.length) throw new Error("--write: expected a run of every trial");
    return { seed: Number(seed), chosen, write };
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(1);
  }
}

function chosenBy(parts: readonly string[]): readonly Trial[] {
  const has = (name: string, part: string) => name.toLowerCase().includes(part.toLowerCase());
  const odd = parts.find((part) => !trials.some(({ name }) => has(name, part)));
  const names = trials.map(({ name }) => `  ${name}`).join("\n");
  if (odd !== undefined) throw new Error(`no trial has "${odd}" in its name; there are:\n${names}`);
  return trials.filter(({ name }) => parts.length === 0 || parts.some((part) => has(name, part)));
}
