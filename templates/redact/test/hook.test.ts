import { createTestHost } from "@agent-hook/testing";
import { expect, test } from "vitest";
import { hook } from "../src/hook.js";

const SECRET = "password=hunter2";
const CLEAN = "password=[redacted]";

test("removes secrets from a tool's arguments and from its result", async () => {
  const seen: unknown[] = [];
  const call = { tool: "web_fetch", arguments: { url: `https://example.com/?${SECRET}`, maxChars: 100 } };
  const round = await createTestHost(hook).runTool(call, (args) => {
    seen.push(args);
    return `It says ${SECRET}`;
  });
  expect(round).toMatchObject({ outcome: "ran", text: `It says ${CLEAN}`, failures: [] });
  expect(seen).toMatchObject([{ arguments: { url: `https://example.com/?${CLEAN}`, maxChars: 100 } }]);
});

test("cleans the text for the user too and keeps the other fields of a result", async () => {
  const result = { for_llm: "done", for_user: SECRET, is_error: true, media: ["media://abc"] };
  const outcome = await createTestHost(hook).afterTool({ tool: "exec", result });
  expect(outcome).toMatchObject({ outcome: "continue", result: { ...result, for_user: CLEAN } });
});

test("cleans a reply without tool calls, including its reasoning", async () => {
  const outcome = await createTestHost(hook).afterLlm({ content: SECRET, reasoning_content: `I know: ${SECRET}` });
  expect(outcome).toMatchObject({
    outcome: "continue",
    response: { content: CLEAN, reasoning_content: `I know: ${CLEAN}` },
  });
});

test("keeps a reply with tool calls: a change would lose the names of the tools", async () => {
  const reply = { content: SECRET, tool_calls: [{ id: "call_1", function: { name: "exec", arguments: "{}" } }] };
  const outcome = await createTestHost(hook).afterLlm(reply);
  expect(outcome).toMatchObject({ outcome: "continue", response: reply, failures: [] });
});

test("changes nothing without a secret", async () => {
  const host = createTestHost(hook);
  const call = { tool: "read_file", arguments: { path: "notes.txt" } };
  expect(await host.beforeTool(call)).toMatchObject({ outcome: "continue", changedBy: [], ...call });
  expect(await host.approveTool(call)).toMatchObject({ outcome: "approved" });
  expect(await host.afterTool({ ...call, result: "tea" })).toMatchObject({ outcome: "continue", changedBy: [] });
  expect(await host.afterLlm("tea")).toMatchObject({ outcome: "continue", changedBy: [] });
});

test("ends the turn if it fails, so the secret is not revealed", async () => {
  // Exceeds PicoClaw's limit for an answer.
  const result = `${SECRET} ${"x".repeat(2 ** 20)}`;
  const outcome = await createTestHost(hook).afterTool({ tool: "read_file", result });
  expect(outcome).toMatchObject({ outcome: "aborted", failures: [{ kind: "too large" }] });
});
