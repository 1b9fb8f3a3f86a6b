import { createTestHost } from "@agent-hook/testing";
import { expect, test } from "vitest";
import { hook } from "../src/hook.js";

const SECRET = "password=hunter2";
const CLEAN = "password=[redacted]";

test("a tool is given arguments without secrets, and the model reads a result without them", async () => {
  const seen: unknown[] = [];
  const call = { tool: "web_fetch", arguments: { url: `https://example.com/?${SECRET}`, maxChars: 100 } };
  const round = await createTestHost(hook).runTool(call, (args) => {
    seen.push(args);
    return `It says ${SECRET}`;
  });
  expect(round).toMatchObject({ outcome: "ran", text: `It says ${CLEAN}`, failures: [] });
  expect(seen).toMatchObject([{ arguments: { url: `https://example.com/?${CLEAN}`, maxChars: 100 } }]);
});

test("what the user is shown is cleaned too, and the rest of a result stays", async () => {
  const result = { for_llm: "done", for_user: SECRET, is_error: true, media: ["media://abc"] };
  const outcome = await createTestHost(hook).afterTool({ tool: "exec", result });
  expect(outcome).toMatchObject({ outcome: "continue", result: { ...result, for_user: CLEAN } });
});

test("a reply without tool calls is cleaned, its reasoning too", async () => {
  const outcome = await createTestHost(hook).afterLlm({ content: SECRET, reasoning_content: `I know: ${SECRET}` });
  expect(outcome).toMatchObject({
    outcome: "continue",
    response: { content: CLEAN, reasoning_content: `I know: ${CLEAN}` },
  });
});

test("a reply with tool calls is left alone: a change would lose the names of the tools", async () => {
  const reply = { content: SECRET, tool_calls: [{ id: "call_1", function: { name: "exec", arguments: "{}" } }] };
  const outcome = await createTestHost(hook).afterLlm(reply);
  expect(outcome).toMatchObject({ outcome: "continue", response: reply, failures: [] });
});

test("where there is no secret nothing changes", async () => {
  const host = createTestHost(hook);
  const call = { tool: "read_file", arguments: { path: "notes.txt" } };
  expect(await host.beforeTool(call)).toMatchObject({ outcome: "continue", changedBy: [], ...call });
  expect(await host.approveTool(call)).toMatchObject({ outcome: "approved" });
  expect(await host.afterTool({ ...call, result: "tea" })).toMatchObject({ outcome: "continue", changedBy: [] });
  expect(await host.afterLlm("tea")).toMatchObject({ outcome: "continue", changedBy: [] });
});

test("when the hook fails, the secret does not get through: the turn ends", async () => {
  // Larger than PicoClaw takes an answer.
  const result = `${SECRET} ${"x".repeat(2 ** 20)}`;
  const outcome = await createTestHost(hook).afterTool({ tool: "read_file", result });
  expect(outcome).toMatchObject({ outcome: "aborted", failures: [{ kind: "too large" }] });
});
