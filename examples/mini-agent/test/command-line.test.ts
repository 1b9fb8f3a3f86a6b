import { expect, test } from "vitest";
import { runAgent } from "./agent-process.js";

test.each([
  [["--aks", "x"], "unknown option '--aks'\n(Did you mean --ask?)"],
  [["--ask", " "], "It is empty."],
  [["--hook", "node 'a.js"], "A quote is never closed."],
  [["--hook", ""], "It names no program."],
  [["--model", "m"], "option '--model' needs '--base-url'"],
  [["--base-url", "localhost:8080"], "Expected an address such as https://api.openai.com/v1."],
  [["question"], "too many arguments"],
])("%j is invalid usage: exit code 2", async (args, message) => {
  const { code, stdout, stderr } = await runAgent(args);
  expect(stderr).toContain(message);
  expect(stdout).toBe("");
  expect(code).toBe(2);
});

test("--help lists the options and exit codes", async () => {
  const { code, stdout } = await runAgent(["--help"]);
  for (const part of ["--ask", "--hook", "--base-url", "--model", "--wire", "Exit codes:"])
    expect(stdout).toContain(part);
  expect(code).toBe(0);
});
