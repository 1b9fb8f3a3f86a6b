import { createPicoClawHost } from "@agent-hook/picoclaw/testing";
import { AbstractHook as RealAbstractHook } from "@civic/hook-common";
import { describe, expect, test } from "vitest";
import { AbstractHook, type CallToolRequest, type CallToolResult, fromCivic } from "../../src/index.js";
import { CALL, causesOf, hook, type Methods, resultUnder, throws, withParams } from "./civic-hooks.js";

describe.each([
  ["@civic/hook-common", RealAbstractHook as unknown as typeof AbstractHook],
  ["ours", AbstractHook],
])("a class that extends AbstractHook of %s", (_, Base) => {
  class Redact extends Base {
    readonly #secret = "hunter2";
    get name() {
      return "redact";
    }
    #clean<T>(value: T): T {
      return JSON.parse(JSON.stringify(value).replaceAll(this.#secret, "[redacted]"));
    }
    override async processCallToolRequest(request: CallToolRequest) {
      if (request.params.name === "rm") throw new Error("no rm for this agent");
      return { resultType: "continue" as const, request: this.#clean(request) };
    }
    override async processCallToolResult(response: CallToolResult) {
      return { resultType: "continue" as const, response: this.#clean(response) };
    }
  }

  test("changes calls and results under PicoClaw, and denies with what it throws", async () => {
    const host = createPicoClawHost(fromCivic(new Redact()));
    const seen: unknown[] = [];
    const round = await host.runTool({ tool: "exec", arguments: { command: "echo hunter2" } }, (args) => {
      seen.push(args.arguments);
      return "it says hunter2";
    });
    expect(seen).toEqual([{ command: "echo [redacted]" }]);
    expect(round).toMatchObject({ outcome: "ran", text: "it says [redacted]", failures: [] });
    expect(await host.beforeTool({ tool: "rm" })).toMatchObject({
      outcome: "denied",
      reason: "no rm for this agent",
      failures: [],
    });
    expect(host.stderr).toEqual([]);
  });

  test("leaves calls and results unchanged that need no change", async () => {
    const host = createPicoClawHost(fromCivic(new Redact()));
    expect(await host.beforeTool(CALL)).toMatchObject({ outcome: "continue", changedBy: [], ...CALL });
    expect(await host.afterTool({ ...CALL, result: { for_llm: "tea", is_error: true } })).toMatchObject({
      outcome: "continue",
      changedBy: [],
    });
  });

  test.each(["claude-code", "docker-agent"])("does the same under %s", async (host) => {
    const event = host === "docker-agent" ? "pre_tool_use" : "PreToolUse";
    const call = (tool: string, input: object) => ({ hook_event_name: event, tool_name: tool, tool_input: input });
    const changed = await resultUnder(new Redact(), host, call("Read", { file_path: "/hunter2" }));
    expect(changed).toMatchObject({ document: expect.stringContaining("/[redacted]"), failures: [], stderr: "" });
    const refused = await resultUnder(new Redact(), host, call("rm", {}));
    expect(refused).toMatchObject({ document: expect.stringMatching(/(deny|block).*no rm for this agent/) });
  });
});

describe.each(["claude-code", "docker-agent", "codex", "gemini"])("under %s", (host) => {
  const event = { "docker-agent": "pre_tool_use", gemini: "BeforeTool" }[host] ?? "PreToolUse";
  const inGemini = { transcript_path: "/t.json", timestamp: "2026-01-31T09:30:00Z" };
  const more = { codex: { turn_id: "t" }, gemini: inGemini }[host] ?? {};
  const payload = { hook_event_name: event, tool_name: "run", tool_input: { command: "ls" }, ...more };
  const refused = { document: expect.stringMatching(/deny|block/) };
  const beforeTool = (method: Methods[string]) => resultUnder(hook({ processCallToolRequest: method }), host, payload);

  test("the tool runs with the changed arguments", async () => {
    const { document, failures } = await beforeTool(withParams({ arguments: { command: "pwd" } }));
    expect({ document, failures }).toEqual({ document: expect.stringContaining("pwd"), failures: [] });
  });

  test("what the hook throws denies the call with its message", async () => {
    const answer = await beforeTool(throws(new Error("no shell")));
    expect(answer).toMatchObject({ document: expect.stringContaining("no shell"), failures: [] });
    expect(answer).toMatchObject(refused);
  });

  test("unsupported changes deny the call: a route, and another tool", async () => {
    const routed = async (request: object) => ({
      resultType: "continue",
      request: { ...request, requestContext: { path: "/x" } },
    });
    const answer = await beforeTool(routed);
    expect(answer).toMatchObject(refused);
    expect(causesOf(answer)).toEqual([
      expect.stringContaining(`requestContext into a tool call: ${host} does not support it`),
    ]);
    const renamed = await beforeTool(withParams({ name: "another" }));
    expect(renamed).toMatchObject({ ...refused, failures: [{ kind: "unsupported" }] });
  });
});
