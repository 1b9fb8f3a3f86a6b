import { expect } from "vitest";
import type { AgentRunner, Outcome } from "../src/agents/agent-runner.js";
import { canWithhold, denialEndsTurn, ENDED, supportOf } from "../src/agents/capability.js";
import { type LoggedDenials, readDenials } from "../src/logged-denials.js";
import { essentialRow, matrixRow } from "../src/matrix/cell.js";
import { FAULTS, type Fault, faultyRun } from "../src/matrix/faults.js";

const COMMAND = "echo ran > ran.txt; echo OUTPUT";
// What a hook prints about itself, its failure and its noise.
const TRACES = /interop-faulty|on purpose|the hook failed|decision[\\":]+allow|half a line/;
const SECRET = "the secret of the file";

for (const fault of FAULTS) {
  const guardRow = fault.essential ? essentialRow : matrixRow;
  guardRow("guard", fault.title, async (column) => {
    if (!applies(fault, column)) return "";
    let denials: LoggedDenials | undefined;
    const done = await column.run({
      ...faultyRun("guard", fault),
      command: COMMAND,
      async inspect(folders) {
        if (isKilled(fault)) denials = await readDenials(folders);
      },
    });
    if (denials !== undefined) expectLoggedDenial(column, done, denials);
    expect("ran.txt" in done.project).toBe(false);
    expect(done.sent).not.toContain("OUTPUT\n");
    expectFault(done, fault);
    if (doesNotStart(fault, column)) return expectNotStarted(done);
    if (denialEndsTurn(column)) {
      expect(done.toolResult).toBeUndefined();
      return ENDED;
    }
    if (fault.answers) expect(done.toolResult).toContain("refused on purpose");
    expect(done.toolResult).toBeDefined();
    return "not run";
  });

  // What an observer may break after its fault: faults of every kind are enough.
  if (!fault.afterTool) continue;
  matrixRow("observer", fault.title, async (column) => {
    if (!applies(fault, column)) return "";
    const done = await column.run({ ...faultyRun("observer", fault), command: COMMAND });
    expectFault(done, fault);
    if (doesNotStart(fault, column)) return expectNotStarted(done);
    expect(done.project["ran.txt"]).toBe("ran\n");
    expect(done.toolResult).toContain("OUTPUT");
    expect(done.sent.match(TRACES)).toBeNull();
    return "ran";
  });

  matrixRow("redactor", fault.title, async (column) => {
    if (!applies(fault, column)) return "";
    const project = { "secret.txt": SECRET };
    const done = await column.run({
      ...faultyRun("redactor", fault),
      command: "touch ran.txt; cat secret.txt",
      project,
    });
    if (!canWithhold(column)) {
      // The agent does not wait for the hook, and may end before the fault happens.
      if (done.toolResult?.includes("denied: the hook failed")) return "not run";
      expect(done.toolResult).toContain(SECRET);
      return "**the model reads it**";
    }
    expectFault(done, fault);
    if (doesNotStart(fault, column)) return expectNotStarted(done);
    if (isLeaked(fault, column)) {
      expect(done.toolResult).toContain(SECRET);
      return "**the model reads it**";
    }
    expect(done.sent).not.toContain(SECRET);
    // Where a hook cannot change a result, this one withholds it instead.
    if (fault.answers && supportOf(column, "afterTool", "modify.result") !== "no") {
      expect(done.toolResult).toContain("replaced on purpose");
    }
    // The agent sends nothing to the model after the result, or the hook's entry before the tool fails, too.
    if (done.toolResult === undefined) {
      const ran = !denialEndsTurn(column) || "ran.txt" in done.project;
      return ran ? "withheld, the turn ends" : ENDED;
    }
    // The hook's entry before the tool fails, too.
    return done.toolResult.includes("denied: the hook failed") ? "not run" : "withheld";
  });
}

function applies({ launcher }: Fault, { host }: AgentRunner): boolean {
  return launcher === undefined || host !== "picoclaw";
}

/** PicoClaw starts its hooks once, at its own start. */
function doesNotStart({ starts }: Fault, { host }: AgentRunner): boolean {
  return starts === false && host === "picoclaw";
}

/** PicoClaw uses the original result when the hook is gone or silent. */
function isLeaked({ behaviour = "" }: Fault, { host }: AgentRunner): boolean {
  return host === "picoclaw" && ["loop", "kill"].includes(behaviour);
}

function isKilled({ behaviour = "", wrapper }: Fault): boolean {
  return ["kill", "kill its group"].includes(behaviour) && wrapper === undefined;
}

/** The launcher records the denial, and the model reads its id. PicoClaw has no launcher, so nobody records it. */
function expectLoggedDenial(
  { host }: AgentRunner,
  { toolResult }: Outcome,
  { records, explained }: LoggedDenials,
): void {
  if (host === "picoclaw") {
    expect(records).toEqual([]);
    return;
  }
  expect(records).toEqual([
    expect.objectContaining({
      host: { name: host },
      by: "launcher",
      hook: expect.stringContaining("faulty.mjs"),
      failure: expect.objectContaining({ kind: "killed", message: "the hook ended with 137" }),
    }),
  ]);
  if (toolResult !== undefined) expect(toolResult).toContain(`npx agent-hook why ${records[0]?.id}`);
  expect(explained[0]).toContain("The hook's process was killed before it answered");
}

function expectNotStarted({ toolResult, project }: Outcome): string {
  expect(toolResult).toBeUndefined();
  expect("ran.txt" in project).toBe(false);
  return "agent does not start";
}

/** Checks that the fault happened and that no unexpected process is left. */
function expectFault({ home, leftBehind }: Outcome, { behaviour, leavesChild }: Fault): void {
  expect(home.reached).toBe(behaviour);
  expect([...new Set(leftBehind)]).toEqual(leavesChild ? ["sleep 600"] : []);
}
