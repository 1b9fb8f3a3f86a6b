// pnpm soak [PART OF A NAME...] [--seed N]: every trial in its long form, with what was measured.
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import type { Trial } from "./trial.js";
import { trials } from "./trials.js";
import { within } from "./within.js";

/** Far above what a trial takes: one that hangs is a failure. */
const LIMIT_MINUTES = 15;

const { values, positionals } = parseArgs({
  options: { seed: { type: "string", default: process.env.SOAK_SEED ?? String(Date.now() % 1_000_000) } },
  allowPositionals: true,
});
const seed = Number(values.seed);
if (!Number.isInteger(seed)) throw new RangeError(`--seed: expected a whole number, got "${values.seed}"`);
const chosen = trials.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.toLowerCase().includes(part.toLowerCase())),
);
if (chosen.length === 0) throw new RangeError(`no trial has such a name; there are:\n${namesOf(trials)}`);

const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
console.log(`${cpus().length} x ${cpus()[0]?.model.trim()}, ${memory}, ${process.platform}, Node ${process.version}`);
console.log(`seed ${seed}\n`);
const start = performance.now();
for (const trial of chosen) {
  const began = performance.now();
  try {
    const measured = await within(LIMIT_MINUTES * 60_000, trial.run(trial.long, seed), trial.name);
    console.log(`ok      ${trial.name}`);
    console.log(`        ${trial.long.toLocaleString("en")} ${trial.unit} in ${minutesSince(began)}; ${measured}`);
  } catch (error) {
    console.log(`FAILED  ${trial.name}`);
    console.log(error);
    console.log(`\nAgain: pnpm soak --seed ${seed} "${trial.name}"`);
    process.exit(1);
  }
}
console.log(`\n${chosen.length} trials held, in ${minutesSince(start)}`);
// What a trial left open would be a failure of its own; here nothing is to hold the end up.
process.exit(0);

function minutesSince(began: number): string {
  return `${((performance.now() - began) / 60_000).toFixed(1)} min`;
}

function namesOf(all: readonly Trial[]): string {
  return all.map(({ name }) => `  ${name}`).join("\n");
}
