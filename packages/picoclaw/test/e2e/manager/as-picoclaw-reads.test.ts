import { describe, expect, test } from "vitest";
import { call } from "../../start-hook.js";
import { puppet, startManager } from "../../start-manager.js";

/** Starts a manager that must read answers as PicoClaw does (run, v0.2.6 to v0.2.9), denials included. */
const start = () =>
  startManager({
    defaults: { interceptor_timeout_ms: 25_000, approval_timeout_ms: 25_000 },
    processes: { probe: puppet() },
  });

describe("keys are case-insensitive, and the last of two spellings counts", () => {
  test.each([
    { Action: "deny_tool", Reason: "no" },
    { ACTION: "deny_tool", reason: "no" },
    { action: "continue", Action: "deny_tool", reason: "no" },
  ])("%j denies", async (result) => {
    const { manager } = await start();
    expect(await manager.beforeTool(call({ result }))).toMatchObject({ outcome: "denied", reason: "no", reports: [] });
  });

  test("a repeated key in capitals revokes an approval, and a single one approves", async () => {
    const { manager } = await start();
    const revoked = await manager.approveTool(call({ result: { approved: true, APPROVED: false } }));
    expect(revoked).toMatchObject({ outcome: "denied" });
    expect(await manager.approveTool(call({ result: { Approved: true } }))).toMatchObject({ outcome: "approved" });
  });

  test("a rewrite with capitalized keys counts", async () => {
    const { manager } = await start();
    const result = { Action: "modify", Call: { tool: "exec", arguments: { safe: true } } };
    expect(await manager.beforeTool(call({ result }))).toMatchObject({
      outcome: "continue",
      arguments: { safe: true },
    });
  });
});

describe("any message with the id of a call is its answer", () => {
  const deny = '"result":{"action":"deny_tool","reason":"no"}';

  test.each([`{"id":ID,${deny}}`, `{"jsonrpc":"1.0","id":ID,${deny}}`, `{"id":ID,"method":"x",${deny}}`])(
    "%s denies",
    async (print) => {
      const { manager } = await start();
      expect(await manager.beforeTool(call({ print: `${print}\n` }))).toMatchObject({
        outcome: "denied",
        reason: "no",
      });
    },
  );

  test.each(['{"id":ID,"method":"host.log","params":{}}', '{"id":ID}', '{"id":ID,"result":null}'])(
    "%s is an empty answer and does not approve",
    async (print) => {
      const { manager } = await start();
      expect(await manager.approveTool(call({ print: `${print}\nANSWER\n` }))).toMatchObject({ outcome: "denied" });
    },
  );

  test.each(["false", '"boom"', "{}", '{"code":"E"}'])("an error of %s next to an approval denies", async (error) => {
    const { manager } = await start();
    const print = `{"jsonrpc":"2.0","id":ID,"result":{"approved":true},"error":${error}}\n`;
    expect(await manager.approveTool(call({ print }))).toMatchObject({ outcome: "denied" });
  });

  test("an error of null does not count", async () => {
    const { manager } = await start();
    const print = '{"jsonrpc":"2.0","id":ID,"result":{"approved":true},"error":null}\n';
    expect(await manager.approveTool(call({ print }))).toMatchObject({ outcome: "approved" });
  });
});

test.each(["v0.2.8", "v0.2.9"])(
  "%s ignores changes of fields that it does not know in a system message",
  async (version) => {
    const { manager } = await startManager({ processes: { probe: puppet() } }, { version });
    const messages = [
      { role: "system", content: "be kind" },
      { role: "user", content: "key sk-1" },
    ];
    const system = { role: "system", content: "be kind", zzz: 1, reasoning_content: "", media: [], tool_call_id: "" };
    const request = { model: "m", messages: [system, { role: "user", content: "key [secret]" }] };
    const script = { result: { action: "modify", request } };
    const params = { model: "m", messages, scripts: { probe: { "hook.before_llm": script } } };
    const outcome = await manager.beforeLlm(params);
    expect(outcome).toMatchObject({ outcome: "continue", changedBy: ["probe"], reports: [] });
    expect(outcome).toHaveProperty("request.messages.1.content", "key [secret]");
  },
);
