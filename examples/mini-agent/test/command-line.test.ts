import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readCommandLine } from "../src/command-line.js";

let output: { stdout: string; stderr: string };
beforeEach(() => {
  output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      output[name] += text;
      return true;
    });
  }
});
afterEach(() => void vi.restoreAllMocks());

const UNKNOWN_HOST = "Expected a version of PicoClaw, such as picoclaw@v0.2.9.";

test.each([
  [["--aks", "x"], "unknown option '--aks'\n(Did you mean --ask?)"],
  [["--ask", " "], "It is empty."],
  [["--hook", "node 'a.js"], "A quote is never closed."],
  [["--hook", ""], "It names no program."],
  [["--model", "m"], "option '--model' needs '--base-url'"],
  [["--base-url", "localhost:8080"], "Expected an address such as https://api.openai.com/v1."],
  [["--host", "picoclaw"], UNKNOWN_HOST],
  [["--host", "picoclaw@latest"], UNKNOWN_HOST],
  [["--host", "docker-agent@v1.58.0"], UNKNOWN_HOST],
  [["question"], "too many arguments"],
])("%j is invalid usage: exit code 2", (args, message) => {
  expect(readCommandLine(args)).toBe(2);
  expect(output.stderr).toContain(message);
  expect(output.stdout).toBe("");
});

test("--help lists the options and exit codes", () => {
  expect(readCommandLine(["--help"])).toBe(0);
  for (const part of ["--ask", "--hook", "--base-url", "--model", "--wire", "Exit codes:"])
    expect(output.stdout).toContain(part);
});
