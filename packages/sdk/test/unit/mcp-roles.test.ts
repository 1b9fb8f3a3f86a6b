import { describe, expect, it } from "vitest";
import { z } from "zod";
import { approve, defineHook, defineTool, type Hook, reject, respond } from "../../src/index.js";
import { runInProcess } from "../../src/serve/in-process.js";
import { approveTool, beforeLlm, beforeTool, hostTool } from "../wire-calls.js";

const named = (name: string, more: { content?: boolean } = {}) =>
  defineTool({ name, description: "ours", input: z.object({}), run: () => "run in the hook process", ...more });

/** Runs a hook under PicoClaw, which has the hook's tools from an MCP server with this name. */
async function besideServer(hook: Hook, mcpName = "weather", host = "picoclaw") {
  const waiting = new Map<number, (answer: { result: Record<string, unknown> }) => void>();
  const stderr: string[] = [];
  const running = await runInProcess(hook, {
    host,
    env: { AGENT_HOOK_MCP_NAME: mcpName },
    writeError: (text) => stderr.push(text),
    write: (text) => waiting.get(JSON.parse(text).id)?.(JSON.parse(text)),
  });
  let calls = 0;
  return {
    stderr,
    ask: (method: string, params: object) =>
      new Promise<Record<string, unknown>>((resolve) => {
        calls += 1;
        waiting.set(calls, ({ result }) => resolve(result));
        running.receive([JSON.stringify({ jsonrpc: "2.0", id: calls, method, params })]);
      }),
  };
}

describe("a hook process whose tools the host gets from an MCP server", () => {
  it("answers a call of its own tool with the whole result, which the server could not carry", async () => {
    const whole = { forLlm: "sent", forUser: "your map", media: ["media://map"], responseHandled: true };
    const send = defineTool({ name: "send", description: "ours", input: z.object({}), run: () => whole });
    const { ask } = await besideServer(defineHook({ name: "weather", tools: [send] }));
    const result = { for_llm: "sent", for_user: "your map", media: ["media://map"], response_handled: true };
    expect(await ask("hook.before_tool", beforeTool("mcp_weather_send"))).toMatchObject({ action: "respond", result });
  });

  it("calls its handlers before it runs a tool: a rejection denies the call", async () => {
    const tools = [named("get_weather")];
    const hook = defineHook({ name: "weather", tools, approveTool: () => reject("not today") });
    const { ask } = await besideServer(hook);
    const answer = await ask("hook.before_tool", beforeTool("mcp_weather_get_weather"));
    expect(answer).toEqual({ action: "deny_tool", reason: expect.stringContaining("not today") });
  });

  it("names the remedy if a result has content that only the server can carry", async () => {
    const content = [{ type: "image", data: "aGk=", mimeType: "image/png" }] as const;
    const run = () => ({ forLlm: "a chart", content });
    const tools = [defineTool({ name: "draw", description: "ours", input: z.object({}), run })];
    const { ask, stderr } = await besideServer(defineHook({ name: "weather", tools }));
    const answer = await ask("hook.before_tool", beforeTool("mcp_weather_draw"));
    expect(answer).toMatchObject({ action: "respond", result: { is_error: true } });
    expect(stderr.join("")).toContain("supports only the text of a result: leave out `content`");
    expect(stderr.join("")).toContain("a tool with `content: true`");
  });

  it("recognises a tool with content by the server's name, decides on it, and lets the server answer", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({
      name: "weather",
      tools: [named("get_weather", { content: true })],
      beforeTool: ({ tool, kind, ownTool }) => void seen.push({ tool, kind, ownTool }),
      approveTool: ({ tool, kind, ownTool }) => {
        seen.push({ tool, kind, ownTool });
        return approve();
      },
    });
    const { ask } = await besideServer(hook);
    expect(await ask("hook.before_tool", beforeTool("mcp_weather_get_weather"))).toEqual({ action: "continue" });
    expect(await ask("hook.approve_tool", approveTool("mcp_weather_get_weather"))).toEqual({ approved: true });
    const own = { tool: "mcp_weather_get_weather", kind: "plugin", ownTool: "get_weather" };
    expect(seen).toEqual([own, own]);
  });

  it("recognises no other name as its own: the plain one, another server's, or a similar one", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({
      name: "house",
      tools: [named("exec"), named("get_weather")],
      beforeTool: ({ kind, ownTool }) => void seen.push([kind, ownTool]),
    });
    const { ask } = await besideServer(hook);
    for (const name of [
      "exec",
      "mcp_x_exec",
      "mcp_weatherx_exec",
      "MCP_weather_exec",
      "mcp_weather_exec_",
      "get_weather",
    ]) {
      expect(await ask("hook.before_tool", beforeTool(name))).toEqual({ action: "continue" });
    }
    const [mcp, other] = [
      ["mcp", undefined],
      ["other", undefined],
    ];
    expect(seen).toEqual([["shell", undefined], mcp, mcp, other, mcp, other]);
  });

  it("can still answer instead of the server, with respond", async () => {
    const hook = defineHook({ name: "weather", tools: [named("get_weather")], beforeTool: () => respond("cached") });
    const { ask } = await besideServer(hook);
    const answer = await ask("hook.before_tool", beforeTool("mcp_weather_get_weather"));
    expect(answer).toMatchObject({ action: "respond", result: { for_llm: "cached" } });
  });

  it("starts without before_llm, which it needs only to offer tools itself", async () => {
    const tools = [named("get_weather")];
    const modes = { name: "weather", version: 1, modes: ["tool", "approve"] };
    const guard = defineHook({ name: "weather", onFailure: "block", tools, approveTool: () => approve() });
    const { ask, stderr } = await besideServer(guard);
    expect(await ask("hook.hello", modes)).toMatchObject({ ok: true, mcpName: "weather" });
    expect(stderr).toEqual([]);
    const asksModels = defineHook({ name: "weather", onFailure: "block", tools, beforeLlm: () => undefined });
    await expect((await besideServer(asksModels)).ask("hook.hello", modes)).resolves.toBeUndefined();
  });

  it.each(["picoclaw", "picoclaw@v0.2.6", "picoclaw@v0.2.9"])(
    "injects no tools under %s, and prints nothing about it",
    async (host) => {
      const { ask, stderr } = await besideServer(defineHook({ name: "w", tools: [named("get_weather")] }), "w", host);
      const result = await ask("hook.before_llm", beforeLlm({ tools: [hostTool("mcp_w_get_weather")] }));
      expect(result).toEqual({ action: "continue" });
      expect(stderr).toEqual([]);
    },
  );

  it("recognises the names that PicoClaw derives from unusual ones, except a name that fits two tools", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({
      name: "odd",
      tools: [named("readFile"), named("get__it"), named("Twice"), named("twice")],
      beforeTool: ({ ownTool }) => void seen.push(ownTool),
    });
    const { ask, stderr } = await besideServer(hook);
    for (const name of ["readfile", "get_it_88785fcc", "twice"]) {
      await ask("hook.before_tool", beforeTool(`mcp_weather_${name}`));
    }
    expect(seen).toEqual(["readFile", "get__it", undefined]);
    expect(stderr.join("")).toContain('picoclaw gives two of this hook\'s tools the name "mcp_weather_twice"');
  });
});

it("a tool that the host has too belongs to the host in v0.2.8 and later, which gets none from the hook", async () => {
  const hook = defineHook({ name: "house", tools: [named("exec")] });
  const { ask } = await besideServer(hook, "", "picoclaw@v0.2.9");
  await ask("hook.before_llm", beforeLlm({ tools: [hostTool("exec")] }));
  expect(await ask("hook.before_tool", beforeTool("exec"))).toEqual({ action: "continue" });
});
