// Runs npm scripts one after the other, and prints the seconds and tests of each: `node scripts/parts.cjs lint docs`.
// Without names, runs the checks of `npm test`. Stops at the first part that fails. Runs before anything is installed.
"use strict";
const { spawnSync } = require("node:child_process");
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

const ROOT = join(__dirname, "..");
const CHECKS = ["lint", "typecheck", "check-docs", "test:unit"];

/** Runs `{ title, command, args }` of each part. Returns a row for each part that ran. */
function runParts(parts) {
  const folder = mkdtempSync(join(tmpdir(), "parts-"));
  // The reporter closing-line.ts appends its counts to this file.
  const counts = join(folder, "counts");
  const env = { ...process.env, TEST_COUNTS: counts };
  const rows = [];
  try {
    for (const { title, command, args } of parts) {
      console.log(`\n> ${title}`);
      writeFileSync(counts, "");
      const startedMs = Date.now();
      const ended = spawnSync(command, args, { cwd: ROOT, env, stdio: "inherit", shell: process.platform === "win32" });
      if (ended.error) console.error(`${title} could not run ${command}: ${ended.error.message}`);
      const [passed, skipped] = sumOf(readFileSync(counts, "utf8"));
      rows.push({ title, seconds: (Date.now() - startedMs) / 1000, passed, skipped, code: ended.status ?? 1 });
      if (ended.status !== 0) break;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return rows;
}

/** Sums the lines "PASSED SKIPPED". */
function sumOf(counts) {
  const lines = counts.split("\n").map((line) => line.split(" ").map(Number));
  return [0, 1].map((at) => lines.reduce((sum, line) => sum + (line[at] ?? 0), 0));
}

/** Prints the rows as a table. Returns the exit code of the first part that failed, or 0. */
function report(rows) {
  const all = rows.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log("\nSeconds  Tests   Part");
  for (const { title, seconds, passed, code } of [...rows, { title: "all", seconds: all, passed: 0, code: 0 }]) {
    const tests = passed === 0 ? "" : String(passed);
    console.log(`${seconds.toFixed(1).padStart(7)} ${tests.padStart(6)}   ${title}${code === 0 ? "" : " (failed)"}`);
  }
  return rows.find(({ code }) => code !== 0)?.code ?? 0;
}

const npmScript = (name) => ({ title: name, command: "npm", args: ["run", "--silent", name] });

if (require.main === module) {
  const names = process.argv.slice(2);
  const { scripts } = require("../package.json");
  const unknown = names.filter((name) => scripts[name] === undefined);
  if (unknown.length > 0) {
    console.error(`Expected names of npm scripts, got ${unknown.join(", ")}`);
    process.exit(2);
  }
  process.exitCode = report(runParts((names.length > 0 ? names : CHECKS).map(npmScript)));
}

module.exports = { CHECKS, npmScript, report, runParts };
