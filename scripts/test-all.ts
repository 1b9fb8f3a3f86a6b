// Runs every test, and writes the result to TESTED.md.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

interface Row {
  readonly title: string;
  readonly seconds: number;
  readonly passed: number;
  readonly skipped: number;
  readonly code: number;
}
interface Parts {
  readonly CHECKS: readonly string[];
  npmScript(name: string): unknown;
  report(rows: readonly Row[]): number;
  runParts(parts: readonly unknown[]): readonly Row[];
}

/** How many values each property tries. The default is 100. */
process.env.PROPERTY_RUNS ??= "1000";
const { CHECKS, npmScript, report, runParts } = createRequire(import.meta.url)("./parts.cjs") as Parts;
const PARTS = [
  ...["build", ...CHECKS, "test:processes", "test:agents:all", "test:stress", "test:site"],
  ...["test:windows", "test:node22", "test:node24", "test:bun", "test:deno"],
];
const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();

if (git("status", "--porcelain") !== "") {
  console.error(
    "Expected a clean work tree: the result names the commit that was tested. Commit or stash your changes",
  );
  process.exit(1);
}
const commit = git("rev-parse", "HEAD");
// A part that fails does not stop the others: the result shows them all.
const rows = PARTS.flatMap((name) => runParts([npmScript(name)]));
writeFileSync(fileURLToPath(new URL("../TESTED.md", import.meta.url)), tested(commit, rows));
process.exitCode = report(rows);

function tested(commit: string, rows: readonly Row[]): string {
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}`;
  return `# The last run of every test

\`npm run test:all\` at commit ${commit}, ${new Date().toISOString().slice(0, 10)}, ${machine}:

| part | seconds | passed | skipped | result |
| --- | --- | --- | --- | --- |
${rows.map(rowOf).join("\n")}
`;
}

function rowOf({ title, seconds, passed, skipped, code }: Row): string {
  const cells = [`\`${title}\``, Math.round(seconds), passed || "", skipped || "", code === 0 ? "passed" : "failed"];
  return `| ${cells.join(" | ")} |`;
}
