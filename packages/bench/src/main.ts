import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseCommandLine, usage } from "./command-line.js";
import { python } from "./contenders/python.js";
import { endOnSignals } from "./driver/leftovers.js";
import { canPin } from "./driver/pinning.js";
import { machine, versions } from "./machine.js";
import { MEASURES } from "./measures/index.js";
import { inOwnProcess } from "./measures/own-process.js";
import { regressions } from "./report/compare.js";
import { guardsConditions } from "./report/guards-table.js";
import { withMeasures } from "./report/merge.js";
import { conditions, type Figures, type GuardFacts, type Results } from "./report/results.js";
import { HEADING, linesOf, summary } from "./report/terminal.js";

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
  const { names, use } = options;
  if (process.platform !== "linux")
    throw new Error("the benchmark reads CPU time and memory from /proc: it needs Linux");
  const committed = use === "check" ? committedFor(process.version) : undefined;

  const about = {
    machine: machine(),
    versions: versions(),
    absent: python === undefined ? { python: "no python3" } : {},
  };
  console.log(conditions({ ...about, figures: {} }));
  console.log(
    canPin
      ? "The driver and the hook each have their own core.\n"
      : "There is no taskset or only one core: nothing is pinned, so the figures vary.\n",
  );
  console.log(HEADING);
  const started = performance.now();
  let figures: Figures = {};
  let guards: GuardFacts | undefined;
  for (const { name } of MEASURES) {
    if (names.length > 0 && !names.includes(name)) continue;
    const measured = await inOwnProcess(name);
    for (const line of linesOf(measured.figures)) console.log(line);
    figures = { ...figures, ...measured.figures };
    guards = measured.guards ?? guards;
  }
  if (guards !== undefined) console.log(`\n${guardsConditions({ ...about, figures, guards })}`);
  const minutes = (performance.now() - started) / 60_000;
  console.log(`\n${summary(figures)} Measured in ${minutes.toFixed(1)} minutes.`);

  if (use === "write") {
    const run = { ...about, figures, ...(guards && { guards }) };
    write(names.length === 0 ? run : withMeasures(committedResults(), run, names));
  }
  if (committed !== undefined) check(committed, figures);
}

/** Reads the committed figures. Throws for another major version of Node, whose differences are not regressions. */
function committedFor(version: string): Results {
  const committed = committedResults();
  const major = (text = "") => text.split(".")[0];
  if (major(committed.versions.Node) === major(version)) return committed;
  throw new Error(
    `the committed figures are from Node ${committed.versions.Node}, this is Node ${version}: they cannot be compared`,
  );
}

function committedResults(): Results {
  return JSON.parse(readFileSync(COMMITTED, "utf8")) as Results;
}

function write(results: Results): void {
  writeFileSync(COMMITTED, `${JSON.stringify(results, rounded, 2)}\n`);
  execFileSync(process.execPath, ["--import", "tsx", "scripts/generate-docs.ts"], { cwd: ROOT, stdio: "inherit" });
}

/** Rounds to five significant digits. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(5)) : value;
}

function check(committed: Results, figures: Figures): void {
  const worse = regressions(committed.figures, figures);
  for (const text of worse) console.error(`WORSE  ${text}`);
  if (worse.length > 0) process.exitCode = 1;
  else console.log("No ratio is worse than the committed one by more than its tolerance.");
}
