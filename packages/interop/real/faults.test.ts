import { expect } from "vitest";
import type { Column, Outcome } from "../src/columns/column.js";
import { matrixRow } from "../src/matrix/cell.js";
import { FAULTS, type Fault, faultyHook } from "../src/matrix/faults.js";

const COMMAND = "echo ran > ran.txt; echo OUTPUT";
const SECRET = "the secret of the file";

for (const fault of FAULTS) {
  matrixRow("guard", fault.title, async (column) => {
    if (!applies(fault, column)) return "";
    const done = await column.run({ hook: faultyHook("guard", fault), command: COMMAND });
    expect(done.files.has("project/ran.txt")).toBe(false);
    expect(done.sent).not.toContain("OUTPUT\n");
    if (fault.answers) expect(done.told).toContain("refused on purpose");
    demandNothingLeft(done, fault);
    if (doesNotStart(fault, column)) return stopped(done);
    expect(done.told).toBeDefined();
    return "not run";
  });

  matrixRow("observer", fault.title, async (column) => {
    if (!applies(fault, column)) return "";
    const done = await column.run({ hook: faultyHook("observer", fault), command: COMMAND });
    demandNothingLeft(done, fault);
    if (doesNotStart(fault, column)) return stopped(done);
    expect(done.files.get("project/ran.txt")).toBe("ran\n");
    expect(done.told).toContain("OUTPUT");
    expect(done.sent).not.toMatch(/faulty|broken|agent-hook/);
    return "ran";
  });

  matrixRow("redactor", fault.title, async (column) => {
    if (!applies(fault, column)) return "";
    const files = { "secret.txt": SECRET };
    const done = await column.run({ hook: faultyHook("redactor", fault), command: "cat secret.txt", files });
    demandNothingLeft(done, fault);
    if (doesNotStart(fault, column)) return stopped(done);
    if (isLost(fault, column)) {
      expect(done.told).toContain(SECRET);
      return "**the model reads it**";
    }
    expect(done.sent).not.toContain(SECRET);
    if (fault.answers) expect(done.told).toContain("replaced on purpose");
    return "withheld";
  });
}

function applies({ launcher }: Fault, { host }: Column): boolean {
  return launcher === undefined || host !== "picoclaw";
}

/** PicoClaw starts its hooks once, with itself. */
function doesNotStart({ starts }: Fault, { host }: Column): boolean {
  return starts === false && host === "picoclaw";
}

/** PicoClaw goes on with the result when the hook is gone or silent. */
function isLost({ behaviour = "" }: Fault, { host }: Column): boolean {
  return host === "picoclaw" && ["loop", "exit", "kill", "stop"].includes(behaviour);
}

function stopped({ told, files }: Outcome): string {
  expect(told).toBeUndefined();
  expect(files.has("project/ran.txt")).toBe(false);
  return "agent does not start";
}

function demandNothingLeft({ leftBehind }: Outcome, { behaviour }: Fault): void {
  expect([...new Set(leftBehind)]).toEqual(behaviour === "a child that lives on" ? ["sleep 600"] : []);
}
