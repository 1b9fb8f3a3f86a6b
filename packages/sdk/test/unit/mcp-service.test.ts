import { describe, expect, it } from "vitest";
import { z } from "zod";
import { capabilities } from "../../src/hosts/mcp/capabilities.js";
import { defineHook, defineTool, type Hook, type ToolContext } from "../../src/index.js";
import { runInProcess } from "../../src/serve/in-process.js";
import { dispatcherOf, toolCall } from "./dispatcher-of.js";
import { ManualClock } from "./manual-clock.js";

const initialize = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};
const _meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": initialize.clientInfo,
  "io.modelcontextprotocol/clientCapabilities": {},
};
const tool = (name: string, run: (args: object, context: ToolContext) => string | Promise<string>) =>
  defineTool({ name, description: "ours", input: z.object({}), run });

/** Runs a hook as an MCP server in this process, with the test's clock. */
async function server(hook: Hook, host?: string) {
  const waiting = new Map<unknown, (answer: Record<string, unknown>) => void>();
  const lines: Record<string, unknown>[] = [];
  const stderr: string[] = [];
  const clock = new ManualClock();
  const running = await runInProcess(hook, {
    ...(host === undefined ? {} : { host }),
    clock,
    env: {},
    writeError: (text) => stderr.push(text),
    write: (text) => {
      const message = JSON.parse(text);
      lines.push(message);
      waiting.get(message.id)?.(message);
    },
  });
  const send = (message: object) => running.receive([JSON.stringify({ jsonrpc: "2.0", ...message })]);
  return {
    clock,
    lines,
    stderr: () => stderr.join(""),
    send,
    end: running.end,
    ask: (id: unknown, method: string, params: object) =>
      new Promise<Record<string, unknown>>((resolve) => {
        waiting.set(id, resolve);
        send({ id, method, params });
      }),
  };
}

describe("an MCP server", () => {
  it("is detected from any call that is not a hook's", async () => {
    for (const method of ["initialize", "server/discover", "ping", "tools/list"]) {
      const { ask } = await server(defineHook({ name: "h" }));
      const params = method === "initialize" ? initialize : method === "server/discover" ? { _meta } : {};
      expect(await ask(1, method, params)).toHaveProperty("result");
    }
  });

  it("gives a tool the hook's deadline for calls, and tells the model about a timeout", async () => {
    const { ask, clock, stderr } = await server(
      defineHook({
        name: "slow",
        deadlines: { interceptMs: 700 },
        tools: [tool("slow", (_args, { signal }) => new Promise(() => signal.addEventListener("abort", () => {})))],
      }),
    );
    await ask(1, "initialize", initialize);
    const asked = ask(2, "tools/call", { name: "slow" });
    await new Promise(setImmediate);
    clock.advance(699);
    clock.advance(1);
    const text = expect.stringMatching(/^The tool slow did not answer in time \(id \w+\)\.$/);
    expect(await asked).toMatchObject({ result: { isError: true, content: [{ type: "text", text }] } });
    expect(stderr()).toContain("slow");
  });

  it("does not run a tool whose call is cancelled before its turn", async () => {
    let ran = false;
    let release: (nothing?: undefined) => void = () => {};
    const { send, ask, stderr } = await server(
      defineHook({
        name: "h",
        tools: [
          tool("act", () => {
            ran = true;
            return "ran";
          }),
          tool("other", () => "other"),
        ],
        beforeTool: ({ ownTool }) =>
          ownTool === "act"
            ? new Promise((resolve) => {
                release = resolve;
              })
            : undefined,
      }),
    );
    await ask(1, "initialize", initialize);
    send({ id: 2, method: "tools/call", params: { name: "act" } });
    await new Promise(setImmediate);
    send({ method: "notifications/cancelled", params: { requestId: 2 } });
    release();
    await ask(3, "tools/call", { name: "other" });
    expect(ran).toBe(false);
    expect(stderr()).toBe("");
  });

  it("stops without waiting for an open subscription", async () => {
    const { ask, send, end, lines } = await server(defineHook({ name: "h" }));
    await ask(1, "server/discover", { _meta });
    send({ id: "s", method: "subscriptions/listen", params: { notifications: {}, _meta } });
    await ask(2, "tools/list", { _meta });
    // The clock does not move, so only what needs no timer settles.
    await end(1500);
    expect(lines.filter(({ id }) => id === "s")).toHaveLength(1);
  });

  it("logs an error of its tool list if that does not fit a line", async () => {
    const big = defineTool({ name: "big", description: "x".repeat(2 ** 20), input: z.object({}), run: () => "" });
    const { ask, stderr } = await server(defineHook({ name: "h", tools: [big] }));
    await ask(1, "initialize", initialize);
    expect(await ask(2, "tools/list", {})).toMatchObject({ error: { code: -32603 } });
    expect(stderr()).toContain("tools/list failed");
  });
});

describe("what MCP does not support, according to the table", () => {
  const no = capabilities.decisions.filter(({ support }) => support === "no");
  const handlers = [...new Set(no.flatMap(({ point }) => (point === "tools" ? [] : [point])))];
  const fields = no.flatMap(({ point, decision }) => (point === "tools" ? [decision.replace("result.", "")] : []));

  it.each(handlers)("is reported at the start of a hook that handles %s", async (point) => {
    const { ask, stderr } = await server(defineHook({ name: "h", [point]: () => {} }));
    await ask(1, "initialize", initialize);
    expect(stderr()).toBe(`[h] warn: an MCP client never calls ${point}: this hook has no tools\n`);
  });

  it.each(fields)("is reported for %s in a result, and the text is sent", async (field) => {
    const lost = { forUser: "x", media: ["media://a"], artifactTags: ["[x]"] }[field] ?? true;
    const whole = defineTool({
      name: "whole",
      description: "ours",
      input: z.object({}),
      run: () => ({ forLlm: "text", [field]: lost }),
    });
    const { ask, stderr } = await server(defineHook({ name: "h", tools: [whole] }));
    await ask(1, "initialize", initialize);
    const content = [{ type: "text", text: "text" }];
    expect(await ask(2, "tools/call", { name: "whole" })).toMatchObject({ result: { content } });
    expect(stderr()).toContain(`${field} of the tool whole is left out`);
  });
});

it("what a tool with an output returns stays an object, and models read it as JSON text", async () => {
  const output = z.object({ city: z.string(), degrees: z.coerce.number() });
  const run = () => ({ city: "Rome", degrees: "20" });
  const typed = defineTool({ name: "typed", description: "ours", input: z.object({}), output, run });
  const { dispatcher } = await dispatcherOf(defineHook({ name: "h", tools: [typed] }));
  const structured = { city: "Rome", degrees: 20 };
  expect(await dispatcher.ask("beforeTool", toolCall("typed", {}, "typed"))).toEqual({
    action: "respond",
    result: { forLlm: JSON.stringify(structured), structured },
  });
});

it("an error result has no structured content, which clients would check against the tool's schema", async () => {
  const run = () => ({ forLlm: "no such city", isError: true, structured: {} });
  const failing = defineTool({ name: "failing", description: "ours", input: z.object({}), run });
  const { ask } = await server(defineHook({ name: "h", tools: [failing] }));
  await ask(1, "initialize", initialize);
  const content = [{ type: "text", text: "no such city" }];
  expect(await ask(2, "tools/call", { name: "failing" })).toMatchObject({ result: { content, isError: true } });
  expect(await ask(3, "tools/call", { name: "failing" })).not.toHaveProperty("result.structuredContent");
});

it("a call that was cancelled before it reached the hook runs no tool", async () => {
  let ran = false;
  const act = tool("act", () => {
    ran = true;
    return "ran";
  });
  const { dispatcher, stderr } = await dispatcherOf(defineHook({ name: "h", tools: [act] }));
  await dispatcher.ask("beforeTool", toolCall("act", {}, "act"), { cancelled: AbortSignal.abort() });
  expect(ran).toBe(false);
  expect(stderr).toEqual([]);
});

describe("context.progress", () => {
  it("does nothing without an MCP client", async () => {
    const steps = tool("steps", (_args, { progress }) => {
      progress(1, 2, "half");
      return "done";
    });
    const { dispatcher, stderr } = await dispatcherOf(defineHook({ name: "h", tools: [steps] }));
    expect(await dispatcher.ask("beforeTool", toolCall("steps", {}, "steps"))).toMatchObject({
      action: "respond",
      result: { forLlm: "done" },
    });
    expect(stderr).toEqual([]);
  });
});
