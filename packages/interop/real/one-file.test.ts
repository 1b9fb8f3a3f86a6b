import { fileURLToPath } from "node:url";
import { hostCan } from "@agent-hook/sdk/hosts";
import { expect } from "vitest";
import type { AgentRunner } from "../src/agents/agent-runner.js";
import { canWithhold, denialEndsTurn, ENDED, isLive, supportOf } from "../src/agents/capability.js";
import { JUDGING_MODELS, withJudgingModel } from "../src/judging-model.js";
import { essentialRow, matrixRow } from "../src/matrix/cell.js";

// Built from parts, because secret scanners read this file.
const SECRET = `ghp_${["x7Kq2mZp9Tr4", "Wd8sLb3NvY6c", "Hf1gJt5RaE0u"].join("")}`;

/** The unmodified output of `create-agent-hook`. */
const template = (name: string) => ({
  file: fileURLToPath(new URL(`../../../templates/${name}/dist/main.js`, import.meta.url)),
});

function policyRun(column: AgentRunner, command: string) {
  return column.run({ hook: { file: fileURLToPath(new URL("../hooks/policy.mjs", import.meta.url)) }, command });
}

function ended(toolResult: string | undefined): string {
  expect(toolResult).toBeUndefined();
  return ENDED;
}

/** Describes the denial of a call that no one could approve. */
function whatModelReads(toolResult: string, reason: string): string {
  if (toolResult.includes(`needs a person: ${reason}`)) return "not run, the model reads `needs a person: REASON`";
  return toolResult.includes(reason) ? "not run, the model reads the reason" : "not run";
}

essentialRow("oneFile", "a guard denies a command", async (column) => {
  const { project, toolResult } = await column.run({
    hook: template("guard"),
    command: "echo ran > ran.txt; git reset --hard",
  });
  expect("ran.txt" in project).toBe(false);
  if (denialEndsTurn(column)) return ended(toolResult);
  expect(toolResult).toContain("It discards changes that are not committed.");
  return "not run, the model reads why";
});

essentialRow("oneFile", "a redactor rewrites a command", async (column) => {
  const hook = { file: fileURLToPath(new URL("../hooks/redact-arguments.mjs", import.meta.url)) };
  const { project } = await column.run({ hook, command: `echo "${SECRET}" > ran.txt` });
  if (!hostCan(column.host, "modify.arguments")) {
    expect("ran.txt" in project).toBe(false);
    return "not run";
  }
  expect(project["ran.txt"]).toBe("[redacted]\n");
  return "the rewritten command ran";
});

matrixRow("oneFile", "a policy rewrites a command with `withCommand`", async (column) => {
  const { project, toolResult } = await policyRun(column, "touch original && ls");
  if (!hostCan(column.host, "modify.arguments")) {
    expect(project).toEqual({});
    expect(toolResult).toContain("Run this command instead: touch rewritten && ls");
    return "not run, the model reads which command to run";
  }
  expect(project).toEqual({ rewritten: "" });
  expect(toolResult).toContain("rewritten");
  return "the rewritten command ran";
});

matrixRow("oneFile", "a policy asks about a command, and no user is present", async (column) => {
  const { project, toolResult } = await policyRun(column, "touch secret");
  expect(project).toEqual({});
  if (denialEndsTurn(column)) return ended(toolResult);
  const reason = "may it run touch secret";
  if (isLive(column)) {
    expect(toolResult).toContain(reason);
    expect(String(toolResult).includes(`needs a person: ${reason}`)).toBe(
      supportOf(column, "approveTool", "ask") === "no",
    );
  }
  return whatModelReads(toolResult ?? "", reason);
});

matrixRow("oneFile", "a policy asks about a command that it rewrote, and no user is present", async (column) => {
  if (!hostCan(column.host, "modify.arguments")) return undefined;
  const { project, toolResult } = await policyRun(column, "touch original secret");
  expect(project).toEqual({});
  if (denialEndsTurn(column)) return ended(toolResult);
  const reason = "may it run touch rewritten secret";
  expect(toolResult).toContain(reason);
  return whatModelReads(toolResult ?? "", reason);
});

essentialRow("oneFile", "a redactor replaces a result", async (column) => {
  const done = await column.run({
    hook: template("redact"),
    command: "cat secret.txt > ran.txt; cat secret.txt",
    project: { "secret.txt": `the key is ${SECRET}, keep it\n` },
  });
  expect(done.project["ran.txt"]).toContain(SECRET);
  if (!canWithhold(column)) {
    expect(done.toolResult).toContain(SECRET);
    return "**the model reads the result**";
  }
  expect(done.sent).not.toContain(SECRET);
  if (denialEndsTurn(column)) {
    expect(done.toolResult).toBeUndefined();
    return "withheld, the turn ends";
  }
  if (!hostCan(column.host, "modify.result", "afterTool")) {
    // Droid hides such a key before it calls a hook.
    expect(done.toolResult).toMatch(/the key is \*+, keep it/);
    return "the agent hides it before the hook";
  }
  expect(done.toolResult).toContain("the key is [redacted], keep it");
  return "the model reads the replaced result";
});

matrixRow("oneFile", "a logger records events", async (column) => {
  const done = await column.run({ hook: template("observer"), command: "echo ran > ran.txt; echo OUTPUT" });
  expect(done.project["ran.txt"]).toBe("ran\n");
  expect(done.toolResult).toContain("OUTPUT");
  const lines = done.home["agent-events.jsonl"]?.trim().split("\n") ?? [];
  expect(lines.map((line) => JSON.parse(line).kind)).toEqual(expect.arrayContaining([expect.any(String)]));
  return "recorded, the tool ran";
});

function judgedRun(column: AgentRunner, baseUrl: string) {
  const file = fileURLToPath(new URL("../hooks/judged.mjs", import.meta.url));
  return column.run({ hook: { file, arguments: [baseUrl] }, command: "echo ran > ran.txt; echo OUTPUT" });
}

matrixRow("oneFile", "a judge, a model that decides on calls, allows a command", async (column) => {
  const requests = await withJudgingModel("allows", async (baseUrl) => {
    const { project, toolResult: told } = await judgedRun(column, baseUrl);
    expect(project["ran.txt"]).toBe("ran\n");
    expect(told).toContain("OUTPUT");
  });
  expect(requests).toBe(1);
  return "the command ran";
});

matrixRow("oneFile", "a judge hangs, answers prose, answers 500, or is down", async (column) => {
  const failing = (Object.keys(JUDGING_MODELS) as (keyof typeof JUDGING_MODELS)[]).filter((name) => name !== "allows");
  for (const name of failing) {
    const requests = await withJudgingModel(name, async (baseUrl) => {
      const { project, toolResult: told } = await judgedRun(column, baseUrl);
      expect(project, name).toEqual({});
      if (denialEndsTurn(column)) expect(told, name).toBeUndefined();
      else expect(told, name).toContain("The model that judges calls gave no valid answer");
    });
    expect(requests, name).toBe(name === "is down" ? 0 : 1);
  }
  return denialEndsTurn(column) ? ENDED : "not run, the model reads why";
});
