// Presents AgentDojo's tasks as calls to ready-made hooks with their defaults, without a model:
//   npx tsx packages/hooks/exams/agentdojo.ts ROWS [--list] [--write]
// ROWS has one JSON object per line, optionally gzipped:
// { kind: "user" | "injection", suite, task, calls: [{ tool, arguments }] }
// { kind: "clean" | "result", suite, task, tool, arguments, result, injection?, attack? }
// "user" and "injection" have the calls that solve a task. "clean" and "result" have what a tool returned, the second
// with an attack in it.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { compose } from "@agent-hook/sdk";
import { createTestHost } from "@agent-hook/testing";
import { z } from "zod";
import { guardShell, limitResults, protectFiles, redactSecrets, scanResults } from "../src/index.js";
import { readRows } from "./rows.js";

const callSchema = z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) });
const where = { suite: z.string(), task: z.string() };
const rowSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["user", "injection"]), ...where, calls: z.array(callSchema) }),
  z.object({
    kind: z.enum(["clean", "result"]),
    ...where,
    ...callSchema.shape,
    result: z.string(),
    injection: z.string().default(""),
    attack: z.string().default(""),
  }),
]);

/** How many rows of a group the policy stopped: denied calls, or marked results. */
export interface DojoScore {
  readonly group: string;
  readonly of: "calls" | "results";
  readonly harmful: boolean;
  stopped: number;
  all: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
});
const [file] = positionals;
if (file === undefined) {
  console.error("expected the path of a file with one row per line");
  process.exit(2);
}

const scores = new Map<string, DojoScore>();
function count(group: string, of: DojoScore["of"], harmful: boolean, stopped: boolean) {
  const key = `${of} ${harmful} ${group}`;
  const score = scores.get(key) ?? { group, of, harmful, stopped: 0, all: 0 };
  scores.set(key, score);
  score.all++;
  if (stopped) score.stopped++;
}

// Claude Code names the tools of an MCP server like this. Nobody answers a question, so one is a denial.
const policy = compose(guardShell(), protectFiles(), scanResults(), redactSecrets(), limitResults());
const agent = createTestHost(policy, { host: "claude-code", cwd: "/home/me/project" });
/** What a rule would stop that asks a person about each tool whose name does not say that it only reads. */
const PERSON = "a person decides";
const READS = /^(?:get|read|search|list|check)_/;
const named = (suite: string, tool: string) => `mcp__${suite}__${tool}`;
for (const row of readRows(file, rowSchema)) {
  const { kind, suite, task } = row;
  if (kind === "user" || kind === "injection") {
    for (const call of row.calls) {
      const { ran } = await agent.tool({ tool: named(suite, call.tool), arguments: call.arguments, result: "done" });
      count(suite, "calls", kind === "injection", !ran);
      count(PERSON, "calls", kind === "injection", !READS.test(call.tool));
      if (values.list) {
        console.log(
          `${ran ? "allowed" : "DENIED"} ${kind} ${suite} ${task} ${call.tool} ${JSON.stringify(call.arguments)}`,
        );
      }
    }
  } else if (kind === "clean" || kind === "result") {
    const call = { tool: named(suite, row.tool), arguments: row.arguments, result: row.result };
    const { result = "", failures } = await agent.tool(call);
    if (failures.length > 0) throw new Error(`${suite} ${task} ${row.tool}: the policy failed`);
    const isMarked = result.startsWith("[Warning: ");
    count(kind === "clean" ? suite : row.attack, "results", kind === "result", isMarked);
    if (values.list && isMarked !== (kind === "result")) {
      console.log(
        `${isMarked ? "MARKED" : "unmarked"} ${kind} ${suite} ${task} ${row.injection} ${row.attack} ${row.tool}`,
      );
    }
  }
}
for (const { group, of, harmful, stopped, all } of scores.values()) {
  const what = `${harmful ? "injected" : "ordinary"} ${of}`;
  console.log(`${what}, ${group}: ${stopped} of ${all} ${of === "calls" ? "denied" : "marked"}`);
}
if (values.write) {
  const text = `${JSON.stringify({ scores: [...scores.values()] }, undefined, 2)}\n`;
  writeFileSync(new URL("agentdojo-results.json", import.meta.url), text);
}
