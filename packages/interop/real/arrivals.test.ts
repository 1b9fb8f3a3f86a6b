import { fileURLToPath } from "node:url";
import { hosts } from "@agent-hook/sdk/hosts";
import { LIVE_AGENTS } from "@agent-hook/sdk/internal/live-agents";
import { expect } from "vitest";
import type { AgentRunner } from "../src/agents/agent-runner.js";
import { liveFacts } from "../src/live-facts.js";
import { matrixRow } from "../src/matrix/cell.js";

const FILE = fileURLToPath(new URL("../hooks/arrivals.mjs", import.meta.url));
const TEXT = "a word from the hook";
const COMMAND = "echo ran > ran.txt; echo OUTPUT";

const run = (column: AgentRunner, thing: string) =>
  column.run({ hook: { file: FILE, arguments: [thing, column.host] }, command: COMMAND });

for (const thing of ["context for the prompt", "context beside a result"]) {
  matrixRow("arrives", thing, async (column) => {
    if (!isLive(column) || liveFacts(column.host).context?.[thing] === undefined) return "";
    const { project, toolResult: told, sent } = await run(column, thing);
    expect(project["ran.txt"]).toBe("ran\n");
    expect(told).toContain("OUTPUT");
    expect(sent).toContain(TEXT);
    return "the model reads it";
  });
}

matrixRow("arrives", "`abortTurn` before a tool", async (column) => {
  const { project, toolResult: told } = await run(column, "the end of the turn");
  expect("ran.txt" in project).toBe(false);
  const ends = supportOf(column, "beforeTool", "abortTurn") === "yes";
  if (ends) expect(told).toBeUndefined();
  else expect(told).toContain(TEXT);
  return ends ? "not run, the turn ends" : "not run, the model reads why";
});

matrixRow("arrives", "`beforeLlm` changes messages", async (column) => {
  if (!isLive(column) || supportOf(column, "beforeLlm", "modify.messages") === "no") return "";
  const { sent } = await run(column, "changed messages");
  expect(sent).toContain(`(${TEXT})`);
  return "the model reads them";
});

function isLive({ host }: AgentRunner): boolean {
  return host in LIVE_AGENTS;
}

function supportOf({ host }: AgentRunner, at: string, what: string): string | undefined {
  const rows = hosts[host as keyof typeof hosts].decisions;
  return rows.find(({ point, decision }) => point === at && decision === what)?.support;
}
