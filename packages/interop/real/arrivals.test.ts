import { fileURLToPath } from "node:url";
import { LIVE_AGENTS } from "@agent-hook/sdk/internal/live-agents";
import { expect } from "vitest";
import type { AgentRunner } from "../src/agents/agent-runner.js";
import { isLive, supportOf } from "../src/agents/capability.js";
import { matrixRow } from "../src/matrix/cell.js";

const FILE = fileURLToPath(new URL("../hooks/arrivals.mjs", import.meta.url));
const TEXT = "a word from the hook";
const COMMAND = "echo ran > ran.txt; echo OUTPUT";

const skipsPrompt = ({ host }: AgentRunner) => LIVE_AGENTS[host]?.skipsPrompt === true;

const run = (column: AgentRunner, scenario: string) =>
  column.run({ hook: { file: FILE, arguments: [scenario] }, command: COMMAND });

for (const [row, point, scenario] of [
  ["`addContext` in `onPrompt`", "onPrompt", "context for the prompt"],
  ["`addContext` in `afterTool`", "afterTool", "context next to a result"],
  ["`addContext` at the start of a session", "onEvent", "context for the session"],
] as const) {
  matrixRow("arrives", row, async (column) => {
    if (!isLive(column) || (point === "onPrompt" && skipsPrompt(column))) return "";
    const { project, toolResult, sent, printed } = await run(column, scenario);
    expect(project["ran.txt"]).toBe("ran\n");
    expect(toolResult).toContain("OUTPUT");
    if (supportOf(column, point, "addContext") === "no") {
      expect(sent).not.toContain(TEXT);
      return "no";
    }
    expect(sent, printed).toContain(TEXT);
    return "the model reads it";
  });
}

matrixRow("arrives", "`deny` in `onPrompt`", async (column) => {
  if (!isLive(column) || skipsPrompt(column)) return "";
  const { project, toolResult, sent, printed } = await run(column, "a denied prompt");
  expect("ran.txt" in project, printed).toBe(false);
  expect(toolResult).toBeUndefined();
  expect(sent).not.toContain("ran.txt");
  return printed.includes(TEXT) ? "not sent, the user reads why" : "not sent";
});

matrixRow("arrives", "`abortTurn` before a tool", async (column) => {
  const { project, toolResult } = await run(column, "the end of the turn");
  expect("ran.txt" in project).toBe(false);
  const ends = supportOf(column, "beforeTool", "abortTurn") === "yes";
  if (ends) expect(toolResult).toBeUndefined();
  else expect(toolResult).toContain(TEXT);
  return ends ? "not run, the turn ends" : "not run, the model reads why";
});

matrixRow("arrives", "`beforeLlm` changes messages", async (column) => {
  if (!isLive(column) || supportOf(column, "beforeLlm", "modify.messages") === "no") return "";
  const { sent } = await run(column, "changed messages");
  expect(sent).toContain(`(${TEXT})`);
  return "the model reads them";
});
