import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { foundProgram } from "../../src/contenders/found-program.js";
import { answerOf, canStay, decisionIn, guardsOn, shellCall } from "../../src/contenders/guards.js";

/** Returns a folder with programs that print what is given for `--version`. */
function folderWith(programs: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "agent-hook-bench-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s\\n' '${text}'\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

test("each guard, as it is installed, stops the call that is measured, and not a harmless one", async () => {
  const { guards, absent, home } = guardsOn({ PATH: folderWith({}) });
  onTestFinished(() => home.remove());
  for (const { name, command, prepare } of guards) {
    await prepare?.();
    expect(["denies", "asks"], name).toContain(decisionIn(answerOf(command, home.env)));
    expect(decisionIn(answerOf(command, home.env, shellCall("ls"))), name).toBe("allows");
  }
  expect(home.processes().length > 0).toBe(canStay);
  expect(guards.map(({ name }) => name)).toEqual([
    ...["bare", "add", "add-changing", "add-first", "config", "cc-hooks-ts", "polyhook", "cc-safety-net"],
  ]);
  expect(absent).toEqual({
    "config-bun": "not on the PATH, and BENCH_BUN is not set",
    nah: "not on the PATH, and BENCH_NAH is not set",
  });
});

test("a program is found by its variable, then on the PATH", () => {
  const [first, second] = [folderWith({ nah: "nah 1.3.1" }), folderWith({ nah: "nah 0.11.0" })];
  const find = (env: NodeJS.ProcessEnv) => foundProgram("nah", "BENCH_NAH", env);
  expect(find({ PATH: `relative:${first}:${second}` })).toEqual({ path: join(first, "nah"), version: "1.3.1" });
  expect(find({ PATH: first, BENCH_NAH: join(second, "nah") })).toEqual({
    path: join(second, "nah"),
    version: "0.11.0",
  });
  expect(find({ PATH: folderWith({}) })).toBeUndefined();
  expect(() => find({ PATH: folderWith({ nah: "hello" }) })).toThrow(/names no version; set BENCH_NAH/);
});

const answer = (permissionDecision: string) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision } });

test.for([
  ["denies", "deny", { stdout: answer("deny") }],
  ["denies", "exit code 2", { stdout: "", stderr: "no", exit: 2 }],
  ["asks", "ask", { stdout: answer("ask") }],
  ["allows", "nothing", { stdout: "" }],
  ["allows", "text that is not JSON", { stdout: "no git reset here" }],
  ["allows", "another exit code", { stdout: "", stderr: "crashed", exit: 1 }],
] as const)("a guard %s if it answers with %s", ([decision, , output]) => {
  expect(decisionIn(output)).toBe(decision);
});
