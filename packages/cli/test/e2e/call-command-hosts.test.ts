import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { titleOf } from "@agent-hook/sdk/hosts";
import { SIMULATED_HOSTS, SIMULATIONS, type Simulation } from "@agent-hook/sdk/internal/simulations";
import { describe, expect, test } from "vitest";
import { agentHook, file } from "../run-command.js";
import { folder } from "../temporary-folder.js";

const SDK = JSON.stringify(new URL("../../../sdk/dist/index.js", import.meta.url).href);

const HOOK = `
  import { abortTurn, addContext, approve, defineHook, deny, modify, reject, serve } from ${SDK};
  await serve(defineHook({
    name: "all",
    onFailure: "block",
    onPrompt: ({ prompt }) => (prompt.includes("key") ? deny("no keys") : addContext("sprint 7")),
    beforeTool: ({ tool, arguments: args }) => {
      if (tool === "kill") process.kill(process.pid, "SIGKILL");
      if (tool === "throw") throw new Error("broken");
      if (tool === "stop") return abortTurn("enough");
      return tool === "mcp__srv__echo" ? modify({ arguments: { ...args, text: "b" } }) : undefined;
    },
    approveTool: ({ kind }) => (kind === "shell" ? reject("no shell") : approve()),
    afterTool: ({ result }) => modify({ result: result.forLlm.replaceAll("s3cret", "***") }),
  }));
`;

/**
 * The hosts that run a call of their shell if a hook says nothing. `call-docker-agent.test.ts` is about one that then
 * asks, and `call-mcp-gateway.test.ts` about one that has no tools of its own.
 */
const hosts = SIMULATED_HOSTS.filter((host) => host !== "mcp-gateway").flatMap((host) => {
  const { shellTool: tool, beforeTool: before, version, skipsPermitted }: Simulation = SIMULATIONS[host];
  const title = `${titleOf(host)} ${version}`;
  return skipsPermitted === undefined ? [{ host, tool, before, title }] : [];
});

/** Writes a hook into a folder whose name needs quotes. */
function hook(text = HOOK): string {
  const path = join(folder(), "hook.mjs");
  writeFileSync(path, text);
  return path;
}

async function call(host: string, args: readonly string[], path = hook()) {
  const { stdout, stderr, code } = await agentHook(["call", ...args, "--host", host, "--json", "--", "node", path]);
  expect(stderr).toBe("");
  return { code, ...JSON.parse(stdout) };
}

const before = (tool: string, args: object = { command: "ls" }) =>
  ["before_tool", "--tool", tool, "--args", JSON.stringify(args)] as const;

test.each(hosts)(
  "agent-hook call --host $host shows the denial, its effect in the host, the wire and the time",
  async ({ host, tool, before: event, title }) => {
    const { stdout, code } = await agentHook(["call", ...before(tool), "--host", host, "--", "node", hook()]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^■ denied: no shell\n/);
    const { denialEndsTurn }: Simulation = SIMULATIONS[host];
    expect(stdout).toContain(
      `${title} does not run the tool${denialEndsTurn ? ", ends the turn" : "; the model reads: "}`,
    );
    expect(stdout).toContain(`sent    ${event} ${tool} {"command":"ls"}`);
    expect(stdout).toMatch(/time {4}\d+ ms/);
  },
);

describe("agent-hook call with a one-shot host", () => {
  test.each([
    ["claude-code", "kill", "the hook ended with 137"],
    ["claude-code", "throw", "beforeTool: an error was thrown; the call was denied"],
    ["cursor", "throw", "beforeTool: an error was thrown; the call was denied"],
  ])("exits with 1 for a hook of %s that fails, even though the call is denied: %s", async (host, name, failure) => {
    const result = await call(host, before(name));
    expect(result).toMatchObject({ code: 1, ok: false, decision: "failed", sentence: `failed: ${failure}` });
    const notes = host === "cursor" ? [expect.stringContaining("was read, not run")] : [];
    expect(result).toMatchObject({ outcome: { tool: "does not run" }, exit: 0, notes });
  });

  test("shows changed arguments", async () => {
    const changed = await call("claude-code", before("mcp__srv__echo", { text: "a" }));
    expect(changed).toMatchObject({
      decision: "changed",
      changes: [{ pointer: "/arguments/text", was: "a", is: "b" }],
      outcome: { tool: "runs", arguments: { text: "b" } },
    });
  });

  test.each([
    ["claude-code", "Bash"],
    ["gemini", "run_shell_command"],
    // Cursor lets a hook change only the results of MCP servers.
    ["cursor", "MCP:echo"],
  ])("shows a changed result: %s", async (host, tool) => {
    const done = ["after_tool", "--tool", tool, "--args", '{"command":"ls"}', "--result", "the s3cret"];
    const { decision, consequence } = await call(host, done);
    expect(decision).toBe("changed");
    expect(consequence).toContain("the ***");
    expect(consequence).not.toContain("s3cret");
  });

  test("shows the context for a prompt, and a denied prompt", async () => {
    expect(await call("claude-code", ["on_prompt", "--prompt", "what is next?"])).toMatchObject({
      code: 0,
      decision: "changed",
      sentence: "added context: sprint 7",
      outcome: { context: ["sprint 7"] },
    });
    expect(await call("claude-code", ["on_prompt", "--prompt", "the key"])).toMatchObject({
      code: 0,
      decision: "denied",
      sentence: "denied: no keys",
      outcome: { turn: "ends" },
    });
  });

  test.each([
    ["claude-code", "SessionStart", "PreToolUse"],
    ["copilot", "sessionStart", "preToolUse"],
  ])("reports an event of %s that the hook does not handle, and accepts its fields", async (host, start, handled) => {
    const { notes, wire } = await call(host, [start, "--payload", '{"source":"resume"}']);
    expect(notes[0]).toMatch(new RegExp(`^the hook does not handle ${start}; it handles .*${handled}`));
    expect(wire.sent).toMatchObject({ source: "resume" });
  });

  test("passes when the hook that uses the SDK does what the host relies on", async () => {
    const { code, stdout } = await agentHook(["check", "--host", "claude-code", "--", "node", hook()]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^✓ the hook on Claude Code: 1\d passed(?:, 1 not applicable)?\n$/),
    });
  });

  test.each([
    ["claude-code", "aborted", "does not run the tool, ends the turn"],
    ["gemini", "aborted", "does not run the tool, ends the turn"],
    ["codex", "denied", expect.stringMatching(/^does not run the tool; the model reads: /)],
    ["copilot", "denied", expect.stringMatching(/^does not run the tool; the model reads: /)],
  ])("an aborted turn on %s is %s", async (host, decision, consequence) => {
    expect(await call(host, before("stop"))).toMatchObject({ code: 0, decision, consequence });
  });

  test("uses the version whose rules were recorded", async () => {
    const result = await call("codex@0.171.0", before("Bash"));
    expect(result).toMatchObject({ code: 0, host: "codex@0.171.0", decision: "denied" });
  });

  test("sends the calls that were recorded", async () => {
    const recorded = file("packages/sdk/src/hosts/codex/fixtures/0.171.0/events/PreToolUse.json");
    const { point, wire } = await call("codex", ["--file", recorded]);
    expect(point).toBe("PreToolUse");
    expect(wire.sent).toMatchObject({ hook_event_name: "PreToolUse", turn_id: expect.any(String) });
    const nameless = file("packages/sdk/src/hosts/copilot/fixtures/1.0.102/events/preToolUse.json");
    expect(await call("copilot", ["preToolUse", "--file", nameless])).toMatchObject({ decision: "denied" });
  });

  test("sends model calls for Gemini CLI", async () => {
    const edits = hook(`
      import { defineHook, modify, serve } from ${SDK};
      await serve(defineHook({
        name: "edits",
        beforeLlm: ({ messages }) => modify({ messages: messages.map((one) => ({ ...one, content: "Hi" })) }),
        afterLlm: () => modify({ content: "Bye" }),
      }));
    `);
    expect(await call("gemini", ["before_llm", "--message", "Hello"], edits)).toMatchObject({
      point: "BeforeModel",
      decision: "changed",
      sentence: "changed request",
      consequence: "sends the changed request to the model",
      changes: [{ pointer: "/request/messages/0/content" }],
    });
    expect(await call("gemini", ["after_llm", "--message", "Hello"], edits)).toMatchObject({
      point: "AfterModel",
      consequence: "uses the reply: Bye",
    });
  });

  test.each([
    ["Read", { type: "text", file: { content: "a s3cret" } }],
    ["Grep", { mode: "content", content: "a s3cret" }],
    ["Glob", { filenames: ["a s3cret"] }],
    ["mcp__srv__x", [{ type: "text", text: "a s3cret" }]],
  ])("passes on a result of Claude Code's %s in the shape of that tool", async (tool, shape) => {
    const { wire, outcome } = await call("claude-code", ["after_tool", "--tool", tool, "--result", "a s3cret"]);
    expect(wire.sent.tool_response).toMatchObject(shape);
    expect(JSON.stringify(outcome.result)).toContain("a ***");
  });

  test("starts a hook made without the SDK unchanged, and shows what a crash lets through", async () => {
    const crashing = hook('process.exitCode = 1; console.log("{}");');
    expect(await call("codex", before("Bash"), crashing)).toMatchObject({
      code: 1,
      sentence: "failed: it exited with code 1, which is not an answer",
      outcome: { tool: "runs" },
      notes: [expect.stringContaining("without the launcher"), expect.stringContaining("does not deny the call here")],
    });
    const noisy = hook("console.log('a log'); console.log('{\"decision\":\"block\"}');");
    expect((await call("codex", before("Bash"), noisy)).sentence).toBe(
      'failed: its output is not an answer: a log {"decision":"block"}',
    );
    const unknownKey = hook('console.log(\'{"decision":"block","reason":"no","because":"so"}\');');
    expect((await call("codex", before("Bash"), unknownKey)).sentence).toBe(
      'failed: Codex ignores its output: {"decision":"block","reason":"no","because":"so"}',
    );
  });

  test.each([
    [["before_llm"], "codex", "Codex calls no hooks about its model"],
    [["before_tool"], "claude-code", "before_tool needs --tool"],
    [["before_tool", "--tool", "x"], "codex@0.1.0", "unsupported version v0.1.0 of codex; expected 0.171.0"],
    [["before_tool", "--tool", "x"], "copilot/preToolUse", "remove /preToolUse"],
    [["event", "--kind", "SesionStart"], "gemini", '(did you mean "SessionStart"?)'],
    [["SesionStart"], "claude-code", '(did you mean "SessionStart"?); expected on_prompt'],
    [["PreToolUse"], "gemini", "or one of BeforeTool, AfterTool"],
    [
      ["PreToolUse", "--tool", "Bash"],
      "claude-code",
      `--tool is not an option of the event PreToolUse, which accepts claude-code's own fields, such as --payload '{"tool_name"`,
    ],
  ])("%j by %s is rejected with an explanation", async (args, host, message) => {
    const { code, stdout, stderr } = await agentHook(["call", ...args, "--host", host, "--", "node", hook()]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});
