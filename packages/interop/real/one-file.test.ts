import { fileURLToPath } from "node:url";
import { hostCan } from "@agent-hook/sdk/hosts";
import { afterAll, beforeAll, expect } from "vitest";
import { denialEndsTurn, ENDED, isLive, supportOf } from "../src/agents/capability.js";
import { sharedSession } from "../src/agents/shared-session.js";
import { JUDGES, type JudgingModel, judgedCommand, startJudgingModel } from "../src/judging-model.js";
import { agentRow, matrixRow } from "../src/matrix/cell.js";
import { readSecret, SECRET } from "../src/read-secret.js";

/** The unmodified output of `create-agent-hook`. */
const template = (name: string) => ({
  file: fileURLToPath(new URL(`../../../templates/${name}/dist/main.js`, import.meta.url)),
});

const [REWRITTEN, ASKED, BOTH] = ["touch original && ls", "touch secret", "touch other-original other-secret"] as const;
const policy = { file: fileURLToPath(new URL("../hooks/policy.mjs", import.meta.url)) };
const policyCall = sharedSession(() => ({ hook: policy }), [REWRITTEN, ASKED, BOTH]);

function ended(toolResult: string | undefined): string {
  expect(toolResult).toBeUndefined();
  return ENDED;
}

/** Describes the denial of a call that no one could approve. */
function whatModelReads(toolResult: string, reason: string): string {
  if (toolResult.includes(`needs a person: ${reason}`)) return "not run, the model reads `needs a person: REASON`";
  return toolResult.includes(reason) ? "not run, the model reads the reason" : "not run";
}

agentRow("oneFile", "a guard denies a command", async (column) => {
  const { project, toolResult } = await column.run({
    hook: template("guard"),
    command: "echo ran > ran.txt; git reset --hard",
  });
  expect("ran.txt" in project).toBe(false);
  if (denialEndsTurn(column)) return ended(toolResult);
  expect(toolResult).toContain("It discards changes that are not committed.");
  return "not run, the model reads why";
});

agentRow("oneFile", "a redactor rewrites a command", async (column) => {
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
  const { project, toolResult } = await policyCall(column, REWRITTEN);
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
  const { project, toolResult } = await policyCall(column, ASKED);
  expect("secret" in project).toBe(false);
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
  const { project, toolResult } = await policyCall(column, BOTH);
  expect(Object.keys(project).join()).not.toContain("other");
  if (denialEndsTurn(column)) return ended(toolResult);
  const reason = "may it run touch other-rewritten other-secret";
  expect(toolResult).toContain(reason);
  return whatModelReads(toolResult ?? "", reason);
});

agentRow("oneFile", "a redactor replaces a result", async (column) => {
  const texts = {
    read: "**the model reads the result**",
    "turn ends": "withheld, the turn ends",
    "hidden by the agent": "the agent hides it before the hook",
    redacted: "the model reads the replaced result",
  };
  return texts[await readSecret(column, template("redact"))];
});

matrixRow("oneFile", "a logger records events", async (column) => {
  const done = await column.run({ hook: template("observer"), command: "echo ran > ran.txt; echo OUTPUT" });
  expect(done.project["ran.txt"]).toBe("ran\n");
  expect(done.toolResult).toContain("OUTPUT");
  const lines = done.home["agent-events.jsonl"]?.trim().split("\n") ?? [];
  expect(lines.map((line) => JSON.parse(line).kind)).toEqual(expect.arrayContaining([expect.any(String)]));
  return "recorded, the tool ran";
});

let model: JudgingModel;
const judgedCall = sharedSession((column) => model.runOf(column), JUDGES.map(judgedCommand));

beforeAll(async () => {
  model = await startJudgingModel();
});
afterAll(() => model.stop());

matrixRow("oneFile", "a judge, a model that decides on calls, allows a command", async (column) => {
  const { project, toolResult } = await judgedCall(column, judgedCommand("allows"));
  expect(project["allows.txt"]).toBe("ran\n");
  expect(toolResult).toContain("OUTPUT");
  expect(model.requestsOf(column, "allows")).toBe(1);
  return "the command ran";
});

matrixRow("oneFile", "a judge hangs, answers prose, answers 500, or is down", async (column) => {
  const stopped = await startJudgingModel();
  await stopped.stop();
  const down = await column.run({ ...stopped.runOf(column), command: judgedCommand("is-down") });
  const others = JUDGES.filter((judge) => judge !== "allows");
  for (const judge of ["is-down", ...others] as const) {
    const { project, toolResult } = judge === "is-down" ? down : await judgedCall(column, judgedCommand(judge));
    expect(`${judge}.txt` in project, judge).toBe(false);
    if (denialEndsTurn(column)) expect(toolResult, judge).toBeUndefined();
    else expect(toolResult, judge).toContain("The model that judges calls gave no valid answer");
  }
  expect(others.map((judge) => model.requestsOf(column, judge))).toEqual([1, 1, 1]);
  return denialEndsTurn(column) ? ENDED : "not run, the model reads why";
});
