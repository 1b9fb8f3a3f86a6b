// Shows that the tests in memory notice what the tests before them noticed: runs, for each mutant that the old suite
// killed, the test file that killed it afterwards. Delete this folder after the old suite has run once more, on the
// source in which a host is a table.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mutants, oldSuite } from "./mutants.js";

const CONFIG = "scripts/mutants/vitest.config.ts";
const killed = mutants.flatMap((mutant, at) => {
  const { file, from, after } = mutant;
  if (after === undefined || after.includes("/e2e/")) return [];
  if (!readFileSync(file, "utf8").includes(from))
    throw new Error(`${file} has changed: mutant ${at} has no place in it`);
  return [{ at, after }];
});
const survivors = killed.filter(({ at, after }) => {
  const env = { ...process.env, MUTANT: String(at) };
  return spawnSync("npx", ["vitest", "run", "--bail", "1", "--config", CONFIG, after], { env }).status === 0;
});

for (const { at, after } of survivors) console.log(`${after} passes with mutant ${at}: ${JSON.stringify(mutants[at])}`);
const subject = execFileSync("git", ["log", "-1", "--format=%h of %cs", oldSuite], { encoding: "utf8" }).trim();
console.log(`${killed.length - survivors.length} of ${killed.length} killed; the old suite is that of ${subject}`);
process.exitCode = survivors.length > 0 ? 1 : 0;
