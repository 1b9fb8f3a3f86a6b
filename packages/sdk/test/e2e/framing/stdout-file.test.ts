import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { RUNTIME } from "../../runtime.js";

const hook = fileURLToPath(new URL("../../hooks/served.mjs", import.meta.url));
const call = '{"jsonrpc":"2.0","id":7,"method":"hook.after_tool","params":{"tool":"é","result":{"for_llm":"é"}}}\n';

test("if stdout is a file, complete answers are appended to it", () => {
  const folder = mkdtempSync(join(tmpdir(), "agent-hook-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "stdout");
  const stdout = openSync(file, "w");
  writeSync(stdout, "what was there before\n");
  const { status } = spawnSync(RUNTIME[0], [...RUNTIME.slice(1), hook], {
    input: call + call.replace("7", "8"),
    stdio: ["pipe", stdout, "pipe"],
  });
  closeSync(stdout);
  const [before, ...answers] = readFileSync(file, "utf8").split("\n").filter(Boolean);
  expect(status).toBe(0);
  expect(before).toBe("what was there before");
  expect(answers.map((line) => JSON.parse(line).id)).toEqual([7, 8]);
});
