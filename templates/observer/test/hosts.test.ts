import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInProcess } from "@agent-hook/sdk/in-process";
import { createTestHost } from "@agent-hook/testing";
import { expect, onTestFinished, test } from "vitest";
import { hook } from "../src/hook.js";

function observed() {
  const folder = mkdtempSync(join(tmpdir(), "observer-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { OBSERVER_FILE: join(folder, "events.jsonl") };
  return {
    env,
    entries: () =>
      readFileSync(env.OBSERVER_FILE, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
  };
}

const before = {
  session_id: "s",
  cwd: "/",
  hook_event_name: "PreToolUse",
  tool_name: "sh",
  tool_input: { command: "private" },
};
const after = { ...before, hook_event_name: "PostToolUse", tool_response: "four" };
const gemini = { transcript_path: "/t.json", timestamp: "2026-01-31T09:30:00Z" };
const copilot = { sessionId: "s", timestamp: 0, cwd: "/", toolName: "sh", toolArgs: { command: "private" } };
const failed = { error: "four", is_interrupt: false };

test.each([
  ["claude-code", "claude-code", before, after, false],
  ["claude-code", "claude-code", before, { ...before, ...failed, hook_event_name: "PostToolUseFailure" }, true],
  ["codex", "codex", { ...before, turn_id: "t" }, { ...after, turn_id: "t" }, false],
  [
    "gemini",
    "gemini",
    { ...before, ...gemini, hook_event_name: "BeforeTool" },
    { ...after, ...gemini, hook_event_name: "AfterTool", tool_response: { llmContent: "four" } },
    false,
  ],
  [
    "copilot/preToolUse",
    "copilot/postToolUse",
    copilot,
    { ...copilot, toolResult: { resultType: "success", textResultForLlm: "four" } },
    false,
  ],
  [
    "docker-agent",
    "docker-agent",
    { ...before, hook_event_name: "pre_tool_use" },
    { ...after, hook_event_name: "post_tool_use", tool_error: true },
    true,
  ],
])("%s: a tool call is two lines, without its arguments", async (beforeHost, afterHost, first, last, isError) => {
  const { env, entries } = observed();
  const output: string[] = [];
  for (const [host, payload] of [
    [beforeHost, first],
    [afterHost, last],
  ] as const) {
    const running = await runInProcess(hook, { host, env, write: (text) => output.push(text) });
    running.receive([JSON.stringify(payload)]);
    await running.inputEnded();
    await running.end(0);
  }
  expect(entries()).toEqual([
    expect.objectContaining({ kind: "tool.start", tool: "sh" }),
    expect.objectContaining({ kind: "tool.end", tool: "sh", isError }),
  ]);
  expect(JSON.stringify(entries())).not.toContain("private");
  // The hook makes no decision.
  expect(output.join("")).not.toMatch(/allow|deny|decision/);
});

test("PicoClaw reports tools as events, so a call is written only once", async () => {
  const { env, entries } = observed();
  const host = createTestHost(hook, { env });
  expect(await host.runTool({ tool: "exec" }, () => "tea")).toMatchObject({ outcome: "ran", text: "tea" });
  expect(entries()).toMatchObject([{ kind: "tool.start" }, { kind: "tool.end", forLlmLen: 3 }]);
});
