// pnpm soak [PART OF A NAME...] [--seed N] [--write]: every trial in its long form, with what was measured. --write keeps
// it for the docs.
import { writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { SOAK_FILE, type Soak } from "./soak.js";
import { trials } from "./trials.js";
import { within } from "./within.js";

/** Far above what a trial takes: one that hangs is a failure. */
const LIMIT_MINUTES = 30;

const { values, positionals } = parseArgs({
  options: {
    seed: { type: "string", default: process.env.SOAK_SEED ?? String(Date.now() % 1_000_000) },
    write: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const seed = Number(values.seed);
if (!Number.isInteger(seed)) throw new RangeError(`--seed: expected a whole number, got "${values.seed}"`);
const chosen = trials.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.toLowerCase().includes(part.toLowerCase())),
);
if (chosen.length === 0) {
  throw new RangeError(`no trial has such a name; there are:\n${trials.map(({ name }) => `  ${name}`).join("\n")}`);
}
if (values.write && chosen.length < trials.length) throw new RangeError("--write: expected a run of every trial");

const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${memory}, ${process.platform}, Node ${process.version}`;
console.log(`${machine}\nseed ${seed}\n`);
const results: Soak["results"][number][] = [];
for (const { name, unit, long, run } of chosen) {
  const began = performance.now();
  try {
    const measured = await within(LIMIT_MINUTES * 60_000, run(long, seed), name);
    const minutes = ((performance.now() - began) / 60_000).toFixed(1);
    const tried = `${long.toLocaleString("en")} ${unit}`;
    results.push({ name, tried, minutes, measured });
    console.log(`ok      ${name}\n        ${tried} in ${minutes} min; ${measured}`);
  } catch (error) {
    console.log(`FAILED  ${name}`);
    console.log(error);
    console.log(`\nAgain: pnpm soak --seed ${seed} "${name}"`);
    process.exit(1);
  }
}
if (values.write) writeFileSync(SOAK_FILE, `${JSON.stringify({ machine, seed, results }, null, 2)}\n`);
// What a trial left open would be a failure of its own; here nothing is to hold the end up.
process.exit(0);
