// Scores `judgeCommand` on rows that others wrote, beside other guards:
//   npx tsx packages/hooks/exams/shell.ts SEEN.jsonl UNSEEN.jsonl [--list] [--write] [--nah PROGRAM] [--safety-net .../dist/api.js]
// The authors of the rules had seen the rows of the first file. A row is
// `{ suite, id, command, expected: "block" | "pass" }`. A command is blocked unless the decision is to allow it.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { judgeCommand } from "../src/shell/index.js";
import { readRows } from "./rows.js";
import { type Guard, nah, safetyNet } from "./shell/guards.js";
import { rowSchema } from "./shell/rows.js";
import { type Score, scoresOf } from "./shell/scores.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    nah: { type: "string" },
    "safety-net": { type: "string" },
    cwd: { type: "string", default: "/workspace/project" },
    home: { type: "string", default: "/home/test" },
  },
});
const [seen, unseen] = positionals;
if (seen === undefined || unseen === undefined) {
  console.error("expected the paths of two files with one row per line");
  process.exit(2);
}
const files = { seen: readRows(seen, rowSchema), unseen: readRows(unseen, rowSchema) };
const guards: Guard[] = [
  {
    name: "agent-hook",
    blocks: async (command) => judgeCommand(command, { cwd: values.cwd, home: values.home }).decision !== "allow",
  },
];
if (values["safety-net"]) guards.push(await safetyNet(values["safety-net"]));
if (values.nah) guards.push(nah(values.nah));

const scores: Score[] = [];
for (const guard of guards) {
  for (const file of ["seen", "unseen"] as const) scores.push(...(await scoresOf(guard, file, files[file])));
}
for (const { guard, file, suite, blocked, harmful, alarms, harmless } of scores) {
  const share = (part: number, all: number) => `${part} of ${all} (${((100 * part) / Math.max(1, all)).toFixed(1)}%)`;
  console.log(
    `${guard}, ${file} rows of ${suite}: blocked ${share(blocked, harmful)}, false alarms ${share(alarms, harmless)}`,
  );
}
if (values.list) {
  for (const { suite, id = "", command, expected } of [...files.seen, ...files.unseen]) {
    const { decision, findings } = judgeCommand(command, { cwd: values.cwd, home: values.home });
    if ((decision !== "allow") === (expected === "block")) continue;
    const rules = findings.map(({ class: kind, rule }) => `${kind}/${rule}`).join(", ");
    console.log(`${expected === "block" ? "MISSED" : "ALARM"} ${suite} ${id} | ${JSON.stringify(command)} | ${rules}`);
  }
}
if (values.write) {
  writeFileSync(new URL("shell-results.json", import.meta.url), `${JSON.stringify({ scores }, undefined, 2)}\n`);
}
