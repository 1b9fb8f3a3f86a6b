import { expect, inject } from "vitest";
import type { AgentRunner, Outcome } from "../src/agents/agent-runner.js";
import { canWithhold, denialEndsTurn, ENDED, supportOf } from "../src/agents/capability.js";
import { readKilled } from "../src/logged-denials.js";
import { agentRow, matrixRow } from "../src/matrix/cell.js";
import { FAULTS, type Fault, nameOf, reachedFaults } from "../src/matrix/faults.js";
import { type FaultyCall, faultyCalls, isKilled, secretOf } from "../src/matrix/faulty-calls.js";

// What a hook prints about itself, its failure and its noise.
const TRACES = /interop-faulty|on purpose|the hook failed|decision[\\":]+allow|half a line/;

/** The command of a call. It does not contain its own output. */
const printsOutput = (fault: Fault) => `echo ran > ${ranFile(fault)}; printf '${nameOf(fault)}-OUT%s' PUT`;
const readsSecret = (fault: Fault) => `touch ${ranFile(fault)}; cat secret-${nameOf(fault)}.txt`;

const ranFile = (fault: Fault) => `ran-${nameOf(fault)}.txt`;
const output = (fault: Fault) => `${nameOf(fault)}-OUTPUT`;

const ofTier = FAULTS.filter(({ essential }) => essential || inject("tier") === "all");
// For an observer and a redactor, one fault of each kind is enough.
const afterTool = FAULTS.filter((fault) => fault.afterTool);
const askGuard = faultyCalls("guard", ofTier, printsOutput);
const askObserver = faultyCalls("observer", afterTool, printsOutput);
const askRedactor = faultyCalls("redactor", afterTool, readsSecret);

for (const fault of ofTier) {
  agentRow("guard", fault.title, async (column) => {
    if (!applies(fault, column)) return "";
    const done = await askGuard(fault, column);
    if (isKilled(fault)) expectLoggedDenial(column, done);
    expect(ranFile(fault) in done.project).toBe(false);
    expect(done.sent).not.toContain(output(fault));
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

  if (!fault.afterTool) continue;
  matrixRow("observer", fault.title, async (column) => {
    if (!applies(fault, column)) return "";
    const done = await askObserver(fault, column);
    expectFault(done, fault);
    if (doesNotStart(fault, column)) return expectNotStarted(done);
    expect(done.project[ranFile(fault)]).toBe("ran\n");
    expect(done.toolResult).toContain(output(fault));
    expect(done.sent.match(TRACES)).toBeNull();
    return "ran";
  });

  matrixRow("redactor", fault.title, async (column) => {
    if (!applies(fault, column)) return "";
    const done = await askRedactor(fault, column);
    const secret = secretOf(fault);
    if (!canWithhold(column)) {
      // The agent does not wait for the hook, and may end before the fault happens.
      if (done.toolResult?.includes("denied: the hook failed")) return "not run";
      expect(done.toolResult).toContain(secret);
      return "**the model reads it**";
    }
    expectFault(done, fault);
    if (doesNotStart(fault, column)) return expectNotStarted(done);
    if (isLeaked(fault, column)) {
      expect(done.toolResult).toContain(secret);
      return "**the model reads it**";
    }
    expect(done.sent).not.toContain(secret);
    // Where a hook cannot change a result, this one withholds it instead.
    if (fault.answers && supportOf(column, "afterTool", "modify.result") !== "no") {
      expect(done.toolResult).toContain("replaced on purpose");
    }
    // The agent sends nothing to the model after the result, or the hook's entry before the tool fails, too.
    if (done.toolResult === undefined) {
      const ran = !denialEndsTurn(column) || ranFile(fault) in done.project;
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
  return host === "picoclaw" && ["loop", "die"].includes(behaviour);
}

/** The launcher records the denial, and the model reads its id. PicoClaw has no launcher, so nobody records it. */
function expectLoggedDenial({ host }: AgentRunner, { toolResult, home, inSession }: FaultyCall): void {
  const denials = readKilled(home);
  if (host === "picoclaw") {
    expect(denials).toEqual([]);
    return;
  }
  const record = expect.objectContaining({
    host: { name: host },
    by: "launcher",
    hook: expect.stringContaining("faulty.mjs"),
    failure: expect.objectContaining({ kind: "killed", message: "the hook ended with 137" }),
  });
  const explained = expect.stringContaining("The hook's process was killed before it answered");
  expect(denials).toEqual(inSession.filter(isKilled).map(() => ({ record, explained })));
  if (toolResult === undefined) return;
  expect(denials.filter(({ record: { id } }) => toolResult.includes(`npx agent-hook why ${id}`))).toHaveLength(1);
}

function expectNotStarted({ toolResult, project }: Outcome): string {
  expect(toolResult).toBeUndefined();
  expect(Object.keys(project).join()).not.toContain("ran-");
  return "agent does not start";
}

/** Checks that the fault happened and that no unexpected process is left. */
function expectFault({ home, leftBehind }: Outcome, { behaviour, leavesChild }: Fault): void {
  if (behaviour === undefined) expect(reachedFaults(home)).toEqual([]);
  else expect(reachedFaults(home)).toContain(behaviour);
  expect([...new Set(leftBehind)]).toEqual(leavesChild ? ["sleep 600"] : []);
}
