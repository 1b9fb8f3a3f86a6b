import { createTestHost, TEST_HOSTS } from "@agent-hook/testing";
import { expect, test } from "vitest";
import { hook } from "../src/hook.ts";

const SECRET = "password=hunter2";
const CLEAN = "password=[redacted]";

test.each(TEST_HOSTS)("under %s, no tool gets a secret, and no secret in a result reaches the model", async (host) => {
  const agent = createTestHost(hook, { host });
  const received: unknown[] = [];
  const sent = await agent.shell(`curl https://example.com/?${SECRET}`, (args) => {
    received.push(args);
    return "sent";
  });
  expect(JSON.stringify(received)).not.toContain("hunter2");
  // A host whose hooks cannot change arguments does not run the tool.
  expect(sent.ran).toBe(received.length === 1);
  const read = await agent.read("notes.txt", `It says ${SECRET}`);
  expect(read.ran).toBe(true);
  // Kimi Code reads no answer after a tool, so no hook can change a result there.
  if (host === "kimi") expect(read.failures).toMatchObject([{ kind: "unsupported" }]);
  else expect(read.result ?? "").not.toContain("hunter2");
});

test("changes nothing without a secret", async () => {
  const agent = createTestHost(hook);
  expect(await agent.read("notes.txt", "tea")).toMatchObject({ decision: "none", ran: true, result: "tea" });
  expect(await agent.llm({ reply: "tea" })).toMatchObject({ reply: "tea", failures: [] });
});

test("removes secrets from a tool's arguments and from its result", async () => {
  const call = { tool: "web_fetch", arguments: { url: `https://example.com/?${SECRET}`, maxChars: 100 } };
  const outcome = await createTestHost(hook).tool({ ...call, result: `It says ${SECRET}` });
  expect(outcome).toMatchObject({
    decision: "modify",
    ran: true,
    arguments: { url: `https://example.com/?${CLEAN}`, maxChars: 100 },
    result: `It says ${CLEAN}`,
    failures: [],
  });
});

test("cleans the text for the user too and keeps the other fields of a result", async () => {
  const result = { forLlm: "done", forUser: SECRET, isError: true };
  expect(await createTestHost(hook).tool({ tool: "exec", result })).toMatchObject({
    result: "done",
    forUser: CLEAN,
    isError: true,
  });
});

test("cleans a reply without tool calls, including its reasoning", async () => {
  const reply = { content: SECRET, reasoning: `I know: ${SECRET}` };
  expect(await createTestHost(hook).llm({ reply })).toMatchObject({ reply: CLEAN, reasoning: `I know: ${CLEAN}` });
});

test("keeps a reply with tool calls: a change would lose the names of the tools", async () => {
  const reply = { content: SECRET, toolCalls: ["exec"] };
  expect(await createTestHost(hook).llm({ reply })).toMatchObject({ reply: SECRET, toolCalls: ["exec"], failures: [] });
});

test("ends the turn if it fails, so the secret is not revealed", async () => {
  // Exceeds PicoClaw's limit for an answer.
  const result = `${SECRET} ${"x".repeat(2 ** 20)}`;
  expect(await createTestHost(hook).read("notes.txt", result)).toMatchObject({
    decision: "end",
    failures: [{ kind: "too-large" }],
  });
});
