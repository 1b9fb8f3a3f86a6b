// pnpm test:soak [PART OF A NAME...] [--seed N] [--cases N] [--case N] [--without WORD ...] [--write]: runs every stress
// test in its long form and prints the measurements. --cases sets the number of cases. --case runs only one case, if
// the test supports it. --write keeps the measurements for the docs.
import { writeFileSync } from "node:fs";
import { constants, cpus, totalmem } from "node:os";
import { parseCommandLine } from "./command-line.js";
import { SOAK_FILE, type Soak } from "./soak.js";
import { within } from "./within.js";

/** Far above the duration of a stress test. A test that hangs is a failure. */
const LIMIT_MINUTES = 30;

// Listeners of "exit" end the running hooks and their descendants. Without these handlers, a signal emits no "exit".
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

const { seed, chosen, write, cases, only, without } = parseCommandLine(process.argv.slice(2), process.env.SOAK_SEED);

const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${memory}, ${process.platform}, Node ${process.version}`;
console.log(`${machine}\nseed ${seed}\n`);
const options = {
  ...(only === undefined ? {} : { only }),
  without,
  onFailure: (text: string) => void process.stdout.write(`${text}\n\n`),
};
const results: Soak["results"][number][] = [];
for (const { name, unit, long, run } of chosen) {
  const count = only === undefined ? (cases ?? long) : 1;
  const startedAt = performance.now();
  console.log(`runs    ${name}`);
  try {
    const measured = await within(LIMIT_MINUTES * 60_000, run(count, seed, options), name);
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
    const tried = `${count.toLocaleString("en")} ${unit}`;
    results.push({ name, tried, minutes, measured });
    console.log(`ok      ${tried} in ${minutes} min; ${measured}`);
  } catch (error) {
    console.log("FAILED");
    console.log(error);
    console.log(`\nAgain: pnpm test:soak --seed ${seed} "${name}"`);
    process.exit(1);
  }
}
if (write) writeFileSync(SOAK_FILE, `${JSON.stringify({ machine, seed, results }, null, 2)}\n`);
// A handle that is still open is a mistake of the tests, not of the hooks. It must not delay the exit.
process.exit(0);
