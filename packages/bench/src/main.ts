import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseCommandLine, usage } from "./command-line.js";
import { python } from "./contenders/python.js";
import { endOnSignals } from "./driver/leftovers.js";
import { canPin } from "./driver/pinning.js";
import { machine, versions } from "./machine.js";
import { MEASURES } from "./measures/index.js";
import { inOwnProcess } from "./measures/own-process.js";
import { guardsConditions, guardsTable } from "./report/guards-table.js";
import { conditions, type Results } from "./report/results.js";
import { inTerminal, persistentTable } from "./report/tables.js";

const COMMITTED = new URL("../results.json", import.meta.url);
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

endOnSignals();
try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function main(): Promise<void> {
  const known = MEASURES.map(({ name }) => name);
  const options = parseCommandLine(process.argv.slice(2), known);
  if (options === undefined) {
    console.log(usage(known));
    return;
  }
  if (process.platform !== "linux")
    throw new Error("the benchmark reads CPU time and memory from /proc: it needs Linux");
  const results = await measured(options.names);
  console.log(`${conditions(results)}\n`);
  if (results.guards !== undefined) console.log(`${inTerminal(guardsTable(results))}\n${guardsConditions(results)}\n`);
  console.log(inTerminal(persistentTable(results)));
  if (options.write) write(results);
}

/** Runs the measures, or all of them if none is named. */
async function measured(names: readonly string[]): Promise<Results> {
  if (!canPin) console.log("There is no taskset or only one core: nothing is pinned, so the figures vary.");
  let results: Results = {
    machine: machine(),
    versions: versions(),
    absent: python === undefined ? { python: "no python3" } : {},
    figures: {},
  };
  for (const { name } of MEASURES) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`measuring ${name}`);
    const { figures, ...facts } = await inOwnProcess(name);
    results = { ...results, ...facts, figures: { ...results.figures, ...figures } };
  }
  return results;
}

function write(results: Results): void {
  writeFileSync(COMMITTED, `${JSON.stringify(results, rounded, 2)}\n`);
  execFileSync(process.execPath, ["--import", "tsx", "scripts/generate-docs.ts"], { cwd: ROOT, stdio: "inherit" });
}

/** Rounds to five significant digits. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(5)) : value;
}
