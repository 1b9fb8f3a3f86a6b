import { expect, test } from "vitest";
import { home, idsOf } from "../doctor/agents.js";

test.each([
  ["a guard", "block", ["wrong-variant"]],
  ["an observer", "continue", []],
])("doctor reports that Copilot CLI also runs Claude Code's hook of a project: %s", async (_, onFailure, expected) => {
  const machine = home();
  machine.configure("copilot");
  machine.configure("claude-code", "project", { points: ["afterTool"], onFailure });
  const ids = idsOf(await machine.diagnose("copilot")).flat();
  expect(ids.filter((id) => id === "wrong-variant")).toEqual(expected);
});
