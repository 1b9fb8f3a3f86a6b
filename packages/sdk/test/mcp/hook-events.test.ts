import { MAX_LINE_BYTES } from "@agent-hook/sdk/internal/picoclaw";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { payloadSchema } from "../../src/hosts/claude-code/wire.js";
import { ask, defineHook, defineTool, deny, type Hook, modify, reject } from "../../src/index.js";
import { MCP_TOOL_FIELDS } from "../../src/launcher/index.js";
import { asked } from "../command-hosts/asked.js";
import { payloadOf, recordings } from "../command-hosts/recordings.js";
import { agentOn, inputOf } from "./agent.js";

const mcpCalls = recordings.filter(({ host, event }) => MCP_TOOL_FIELDS[host]?.[event] !== undefined);
const PRE = payloadOf("claude-code", "PreToolUse");
const POST = payloadOf("claude-code", "PostToolUse");
const nothing = { content: [] };
/** Removes the ids of failures, which differ each time. */
const withoutIds = (answer: unknown) => JSON.stringify(answer).replaceAll(/\(id [0-9a-f]+\)|why [0-9a-f]{8}/g, "(id)");

const hooks: Readonly<Record<string, Hook>> = {
  silent: defineHook({ name: "silent", onFailure: "block", beforeTool: () => {}, afterTool: () => {} }),
  rejects: defineHook({ name: "rejects", approveTool: ({ tool }) => reject(`no ${tool}`) }),
  rewrites: defineHook({
    name: "rewrites",
    beforeTool: ({ arguments: args }) => modify({ arguments: { ...args, command: "true" } }),
    afterTool: ({ result }) => modify({ result: result.forLlm.toUpperCase() }),
  }),
  asks: defineHook({ name: "asks", onFailure: "block", approveTool: () => ask("sure?") }),
};

describe("an agent whose hooks call the MCP server", () => {
  test.each(mcpCalls)("gets at $where the same answer as from a command", async ({ host, payload }) => {
    for (const [kind, hook] of Object.entries(hooks)) {
      const { call } = await agentOn(hook, host);
      const { text } = await asked(hook, payload, { host });
      const answer = await call("hook_event", inputOf(host, payload));
      expect(withoutIds(answer), kind).toEqual(
        withoutIds(text === undefined ? nothing : { content: [{ type: "text", text }] }),
      );
    }
  });

  test("gives the hook the same payload as a command's stdin: objects, numbers and texts that look like them", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({
      name: "h",
      native: {
        "claude-code": { PreToolUse: (event) => void seen.push(event), PostToolUse: (event) => void seen.push(event) },
      },
    });
    const { call } = await agentOn(hook, "claude-code");
    const before = {
      ...PRE,
      tool_name: "12",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what the model wrote, not a template
      tool_input: { command: '${tool_name} "x"', count: 1 },
      permission_mode: "true",
    };
    const after = { ...POST, tool_response: [{ type: "text", text: "{}" }] };
    for (const payload of [before, after]) await call("hook_event", inputOf("claude-code", payload));
    expect(seen).toEqual([before, after]);
  });

  test("passes on a result that is a text", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({ name: "h", afterTool: ({ result }) => void seen.push(result.forLlm) });
    const { call } = await agentOn(hook, "claude-code");
    for (const text of ["plain", "12", "", "[not a list"]) {
      await call("hook_event", inputOf("claude-code", { ...POST, tool_name: "mcp__srv__echo", tool_response: text }));
    }
    expect(seen).toEqual(["plain", "12", "", "[not a list"]);
  });

  test.each(Object.entries(MCP_TOOL_FIELDS["claude-code"] ?? {}))(
    "Claude Code names every known field of %s",
    (event, fields) => {
      expect([...fields].sort()).toEqual(Object.keys(payloadSchema(event as "PreToolUse").shape).sort());
    },
  );

  test("Codex names only the fields that its events always have: a missing one would let the tool run", () => {
    for (const { host, event, payload } of mcpCalls.filter(({ host }) => host === "codex")) {
      for (const field of MCP_TOOL_FIELDS[host]?.[event] ?? []) expect(payload).toHaveProperty(field);
    }
  });
});

describe("an MCP server of an agent", () => {
  const variant = "claude-code";
  const payload = payloadOf(variant, "PreToolUse");
  const echo = defineTool({
    name: "echo",
    description: "d",
    input: z.object({ text: z.string() }),
    run: ({ text }) => text,
  });

  test("lists no tool that the agent's hooks call, and answers the hook's own tools", async () => {
    const { ask, call } = await agentOn(defineHook({ name: "h", tools: [echo] }), variant);
    expect((await ask("tools/list", {})).result).toMatchObject({ tools: [{ name: "echo" }] });
    expect(await call("echo", { text: "hi" })).toEqual({ content: [{ type: "text", text: "hi" }] });
  });

  test("runs one hook for tools and events, started once and stopped once", async () => {
    const steps: string[] = [];
    let calls = 0;
    const { call, end, stderr } = await agentOn(
      defineHook({
        name: "h",
        setup: () => void steps.push("start"),
        teardown: () => void steps.push("stop"),
        tools: [defineTool({ name: "calls", description: "d", input: z.object({}), run: () => String(calls) })],
        beforeTool: ({ tool }) => {
          if (tool !== "calls") calls += 1;
        },
        afterTool: () => {},
      }),
      variant,
    );
    for (let at = 0; at < 3; at += 1) await call("hook_event", inputOf(variant, payload));
    expect(await call("calls", {})).toEqual({ content: [{ type: "text", text: "3" }] });
    await end(0);
    expect(steps).toEqual(["start", "stop"]);
    // Specifically, no warning that its handlers are never called.
    expect(stderr).toEqual([]);
  });

  test("answers events while others are pending", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hook = defineHook({
      name: "h",
      beforeTool: async ({ raw }) => {
        if (raw.tool_use_id === "first") await held;
        return deny(String(raw.tool_use_id));
      },
    });
    const { call } = await agentOn(hook, variant);
    const answers: string[] = [];
    const asking = ["first", "second", "third"].map(async (id) => {
      const answer = await call("hook_event", inputOf(variant, { ...payload, tool_use_id: id }));
      expect(answer?.content[0]?.text).toContain(`"${id}"`);
      answers.push(id);
      if (answers.length === 2) release();
    });
    await Promise.all(asking);
    expect(answers).toEqual(["second", "third", "first"]);
  });

  test("answers a running event when the server is stopped", async () => {
    const hook = defineHook({ name: "guard", onFailure: "block", beforeTool: () => new Promise<never>(() => {}) });
    const { call, end } = await agentOn(hook, variant);
    const asking = call("hook_event", inputOf(variant, payload));
    await new Promise(setImmediate);
    await end(0);
    expect(JSON.parse((await asking)?.content[0]?.text ?? "")).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny" },
    });
  });

  test.each([
    ["no event", {}],
    ["an unknown event", { ...inputOf(variant, payload), hook_event_name: "Nope" }],
    ["no session", { hook_event_name: "x", tool_name: "Bash" }],
  ])("denies with an error if no answer is possible: %s", async (_what, fields) => {
    const blocks = await agentOn(defineHook({ name: "guard", onFailure: "block", beforeTool: () => {} }), variant);
    expect(await blocks.call("hook_event", fields)).toMatchObject({ isError: true, content: [{ type: "text" }] });
    const goesOn = await agentOn(defineHook({ name: "observer", beforeTool: () => {} }), variant);
    expect(await goesOn.call("hook_event", fields)).toEqual(nothing);
  });

  test.each(["claude-code", "codex"])("denies a call of %s with unreadable arguments in its answer", async (agent) => {
    const fields = { ...inputOf(agent, payloadOf(agent, "PreToolUse")), tool_input: "{ half" };
    const { call } = await agentOn(defineHook({ name: "guard", onFailure: "block", beforeTool: () => {} }), agent);
    const answer = await call("hook_event", fields);
    expect(answer?.isError).toBeUndefined();
    expect(JSON.parse(answer?.content[0]?.text ?? "")).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny" },
    });
  });

  test("accepts a call that is larger than an answer may be", async () => {
    const sized = defineHook({
      name: "sized",
      beforeTool: ({ arguments: { content } }) => deny(`${String(content).length}`),
    });
    const { call } = await agentOn(sized, variant);
    const large = { ...payload, tool_input: { content: "x".repeat(2 * MAX_LINE_BYTES) } };
    expect((await call("hook_event", inputOf(variant, large)))?.content[0]?.text).toContain(`"${2 * MAX_LINE_BYTES}"`);
  });

  test("explains that an answer does not fit", async () => {
    const huge = defineHook({ name: "huge", beforeTool: () => deny("x".repeat(2 * MAX_LINE_BYTES)) });
    const { call } = await agentOn(huge, variant);
    expect(await call("hook_event", inputOf(variant, payload))).toMatchObject({
      isError: true,
      content: [{ type: "text", text: expect.stringMatching(/^The result of the tool hook_event is too large/) }],
    });
  });

  test("does not start with an own tool of the same name, which is free for other MCP clients", async () => {
    const own = defineTool({ name: "hook_event", description: "d", input: z.object({}), run: () => "mine" });
    const hook = defineHook({ name: "h", tools: [own] });
    await expect(agentOn(hook, variant)).rejects.toThrow(
      `tool "hook_event": under --host mcp/${variant} the hooks of ${variant} call a tool of that name; rename yours`,
    );
  });
});

test("an agent whose hooks call no MCP server is not a variant", async () => {
  await expect(agentOn(defineHook({ name: "h" }), "gemini")).rejects.toThrow(
    'host: "gemini" is not a variant of mcp; expected claude-code, codex',
  );
});
