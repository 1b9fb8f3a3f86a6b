import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { agentHook, agentHookProcess, file } from "../run-command.js";

const { version } = JSON.parse(readFileSync(file("packages/cli/package.json"), "utf8"));

const SCRIPTED = file("packages/cli/test/hooks/scripted.mjs");

describe("the command line", () => {
  test("--version prints the package's version", async () => {
    expect(await agentHookProcess(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("--help lists the commands and the exit codes on stdout", async () => {
    const { code, stdout, stderr } = await agentHookProcess(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const text of ["check", "Exit codes:", "3  the hook could not be run"]) expect(stdout).toContain(text);
  });

  test("no arguments at all are a usage error that shows the help", async () => {
    const { code, stdout, stderr } = await agentHook([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Usage: agent-hook");
  });

  test.each([
    [["chek", "--", "node"], "unknown command 'chek' (Did you mean check?)"],
    [["check", "--jso", "--", "node"], "unknown option '--jso' (Did you mean --json?)"],
    [["check", "--timeout", "soon", "--", "node"], "Expected a number of milliseconds above 0."],
    [
      ["check", "--host", "claud-code", "--", "x"],
      '"claud-code" (did you mean "claude-code"?); expected picoclaw, docker-agent, claude-code',
    ],
    [
      ["call", "approve_tool", "--host", "copilot-cli", "--", "x"],
      '(did you mean "copilot"?); expected picoclaw, docker-agent,',
    ],
    [["doctor", "--host", "gemini-cli"], 'unknown host "gemini-cli" (did you mean "gemini"?)'],
    [["check"], "expected the hook's command after --"],
    [["check", "--"], "expected the hook's command after --"],
    [["check", "node", "hook.js"], "The hook's command comes after --."],
  ])("%j is a usage error: one sentence, exit code 2, nothing on stdout", async (args, sentence) => {
    const { code, stdout, stderr } = await agentHook(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain(`agent-hook: `);
    expect(stderr).toContain(sentence);
  });

  test.each([[["--host", "picoclaw"]], [["--host", "claude-code"]]])(
    "call %j with data nested too deeply is a usage error without a stack trace",
    async (flags) => {
      const stdin = `{"tool":"x","arguments":{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`;
      const args = ["call", "before_tool", "--file", "-", ...flags, "--", process.execPath, SCRIPTED];
      expect(await agentHook(args, { stdin })).toEqual({
        code: 2,
        stdout: "",
        stderr: "agent-hook: stdin: expected at most 200 nested objects and lists, got more\n",
      });
    },
  );

  test("call of a hook whose answer is nested too deeply prints a sentence without a stack trace", async () => {
    const deep = JSON.stringify(`${"[".repeat(5000)}${"]".repeat(5000)}`);
    const script = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      const call = '{"tool":"x","arguments":{"a":' + ${deep} + "}}";
      const result = method === "hook.hello" ? "{}" : '{"action":"modify","call":' + call + "}";
      if (id !== undefined) console.log('{"jsonrpc":"2.0","id":' + id + ',"result":' + result + "}");
    });`;
    const args = ["call", "before_tool", "--host", "picoclaw", "--tool", "x", "--", process.execPath, "-e", script];
    expect(await agentHook(args)).toEqual({
      code: 2,
      stdout: "",
      stderr: "agent-hook: the input or an answer is nested too deeply: expected at most a few hundred levels\n",
    });
  });

  test.skipIf(process.platform === "win32")("a closed stderr does not change the exit code", () => {
    const bin = file("packages/cli/bin/agent-hook.js");
    const script = `exec 3>&1; { "${process.execPath}" "${bin}" chek 2>&1 >/dev/null; echo "$?" >&3; } | true`;
    expect(spawnSync("sh", ["-c", script], { encoding: "utf8" }).stdout).toBe("2\n");
  });

  test("with --json a usage error is one document on stdout", async () => {
    const { code, stdout, stderr } = await agentHookProcess(["check", "--json"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({ error: { code: "usage", message: expect.stringContaining("after --") } });
  });

  test.skipIf(process.platform === "win32")("a reader that closes stdout early is not an error", () => {
    const bin = file("packages/cli/bin/agent-hook.js");
    const script = `{ "${process.execPath}" "${bin}" --help; echo "ended with $?" >&2; } | true`;
    const { stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
    expect(stderr).toBe("ended with 0\n");
  });

  test("a --json among the hook's arguments belongs to the hook", async () => {
    const { code, stdout, stderr } = await agentHook(["check", "--", "./no-such-program", "--json"]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain("could not be started");
  });
});
