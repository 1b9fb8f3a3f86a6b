import { describe, expect, test } from "vitest";
import { SIMULATED_HOSTS, SIMULATIONS } from "../../../src/hosts/simulations.js";
import { approve, defineHook, type Hook, modify } from "../../../src/index.js";
import { runInProcess } from "../../../src/serve/in-process.js";
import { asked } from "../../command-hosts/asked.js";
import { payloadOf } from "../../command-hosts/recordings.js";
import { agentOn } from "../../mcp/agent.js";

const LARGE = "9007199254740993";
/** `JSON.stringify` cannot write this number. */
const withLarge = (value: object) => JSON.stringify(value).replaceAll('"LARGE"', LARGE);
const guard = (onFailure: "block" | "continue"): Hook =>
  defineHook({ name: "guard", onFailure, beforeTool: () => undefined, approveTool: () => approve() });
const changing = defineHook({
  name: "changing",
  beforeTool: ({ arguments: args }) => modify({ arguments: { ...args, note: "x" } }),
});

const CALLS = SIMULATED_HOSTS.map((host) => {
  const { beforeTool, fields } = SIMULATIONS[host];
  return [host, payloadOf(host, beforeTool, { [fields.input]: { account: "LARGE" } })] as const;
});

describe.each(CALLS)("a call of %s with a number that JavaScript cannot hold", (host, call) => {
  test.each(["block", "continue"] as const)("is denied by an approver under %s", async (onFailure) => {
    const { denial, failures } = await asked(guard(onFailure), withLarge(call), { host });
    expect(denial).toBeDefined();
    expect(failures).toMatchObject([
      { kind: "undecodable", message: expect.stringContaining("account: expected a number") },
    ]);
  });

  test("is not changed by a hook that modifies another argument", async () => {
    const { text, failures } = await asked(changing, withLarge(call), { host });
    expect(text).toBeUndefined();
    expect(failures).toMatchObject([{ kind: "undecodable" }]);
  });
});

async function picoclaw(hook: Hook, method: string) {
  const written: string[] = [];
  const running = await runInProcess(hook, {
    host: "picoclaw",
    env: {},
    write: (text) => written.push(text),
    writeError() {},
  });
  const params = { tool: "transfer", arguments: { to: [{ account: "LARGE" }] } };
  running.receive([withLarge({ jsonrpc: "2.0", id: 1, method, params })]);
  await running.end(0);
  return JSON.parse(written.join("")).result;
}

describe("a call of PicoClaw with a number that JavaScript cannot hold", () => {
  test.each(["block", "continue"] as const)("is denied by an approver under %s", async (onFailure) => {
    expect(await picoclaw(guard(onFailure), "hook.approve_tool")).toMatchObject({ approved: false });
  });

  test("is denied before the tool under block, and unchanged under continue", async () => {
    expect(await picoclaw(guard("block"), "hook.before_tool")).toMatchObject({ action: "deny_tool" });
    expect(await picoclaw(changing, "hook.before_tool")).toEqual({ action: "continue" });
  });
});

describe("a call of an MCP server with a number that JavaScript cannot hold", () => {
  test("is an error about bad arguments for the model", async () => {
    const { askText } = await agentOn(guard("continue"), "codex");
    const answer = await askText("tools/call", withLarge({ name: "transfer", arguments: { account: "LARGE" } }));
    expect(answer).toMatchObject({
      error: { code: -32602, message: expect.stringContaining("arguments.account: expected a number") },
    });
  });

  test.each([
    ["codex", payloadOf("codex", "PreToolUse", { tool_input: { account: "LARGE" } })],
    ["claude-code", payloadOf("claude-code", "PreToolUse", { tool_input: `{"account":${LARGE}}` })],
  ])("is denied when an agent's hook sends it: %s", async (variant, fields) => {
    const { askText } = await agentOn(guard("continue"), variant);
    const answer = await askText("tools/call", withLarge({ name: "hook_event", arguments: fields }));
    expect(JSON.stringify(answer)).toMatch(/permissionDecision\W+deny/);
  });
});
