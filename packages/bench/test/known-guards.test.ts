import { expect, test } from "vitest";
import { decisionIn } from "../src/contenders/known-guards.js";

const answer = (permissionDecision: string) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision } });

test.for([
  ["denies", "deny", { stdout: answer("deny") }],
  ["denies", "exit code 2", { stdout: "", stderr: "no", exit: 2 }],
  ["asks", "ask", { stdout: answer("ask") }],
  ["allows", "allow", { stdout: answer("allow") }],
  ["allows", "nothing", { stdout: "" }],
  ["allows", "text that is not JSON", { stdout: "no rm -rf here" }],
  ["allows", "another exit code", { stdout: "", stderr: "crashed", exit: 1 }],
] as const)("a guard %s if it answers with %s", ([decision, , output]) => {
  expect(decisionIn(output)).toBe(decision);
});
