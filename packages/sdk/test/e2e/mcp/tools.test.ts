import { describe, expect, test } from "vitest";
import { connected } from "../../mcp/mcp-client.js";
import { policies } from "../../wire-calls.js";

describe("an MCP client", () => {
  test("gets the server's name and version, and the tools with their schemas", async () => {
    const { client } = await connected("weather.mjs");
    expect(client.getServerVersion()).toMatchObject({ name: "weather", version: "1.2.3" });
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    const city = { type: "string", description: "City name, e.g. Beijing" };
    expect((await client.listTools()).tools).toEqual([
      {
        name: "get_weather",
        description: "Current weather for a city",
        inputSchema: {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          type: "object",
          properties: { city },
          required: ["city"],
        },
      },
    ]);
  });

  test("can call a hook without settings, with --host mcp and with AGENT_HOOK_HOST", async () => {
    for (const settings of [{}, { args: ["--host", "mcp"] }, { env: { AGENT_HOOK_HOST: "mcp" } }]) {
      const { call, stderr, faults } = await connected("weather.mjs", settings);
      expect(await call("get_weather", { city: "Beijing" })).toEqual({ text: "Beijing: sunny, 15 °C" });
      expect(stderr()).toBe("");
      expect(faults).toEqual([]);
    }
  });

  test("gets an empty list from a hook without tools, which warns about handlers that are never called", async () => {
    const { client, logged } = await connected("guard-all.mjs");
    expect((await client.listTools()).tools).toEqual([]);
    await expect(client.callTool({ name: "exec" })).rejects.toMatchObject({ code: -32602 });
    await logged(/warn: an MCP client never calls .*approveTool.*: this hook has no tools/);
  });

  test("makes only tool calls: one line names the handlers that are never called", async () => {
    const { stderr, logged } = await connected("mcp-tools.mjs");
    await logged(/an MCP client never calls afterTool: it asks only about this hook's own tools/);
    expect(stderr().match(/never calls/g)).toHaveLength(1);
  });

  test.each([
    ["nosuch", "Unknown tool: nosuch; expected get_weather"],
    ["constructor", "Unknown tool: constructor; expected get_weather"],
  ])("gets the error for invalid params for the unknown tool %s", async (name, message) => {
    const { client } = await connected("weather.mjs");
    await expect(client.callTool({ name })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    });
  });
});

describe.each(policies)("own tools on an MCP server, under %s", (POLICY) => {
  const served = (file = "own-tools.mjs") => connected(file, { env: { POLICY } });

  test(`runs a tool with valid arguments, and answers invalid ones with an error that names the path but no value (${POLICY})`, async () => {
    const { call, stderr } = await served();
    expect(await call("echo_args", { city: "Beijing", stray: 1 })).toEqual({ text: '{"city":"Beijing","days":3}' });
    expect(await call("later", { city: "Beijing" })).toEqual({ text: "Beijing, later" });
    const asked = stderr();
    const bad = await call("echo_args", { city: 4711 });
    expect(bad).toEqual({ isError: true, text: expect.stringContaining("city") });
    expect(bad.text).not.toContain("4711");
    expect(stderr().slice(asked.length)).not.toContain("run echo_args");
  });

  test(`sends the text of a ToolError to the model, and a generic text with an id for any other throw (${POLICY})`, async () => {
    const { call, logged } = await served();
    expect(await call("tool_error", { city: "x" })).toEqual({ isError: true, text: "no such city, try Beijing" });
    const { text } = await call("untrue_reply", { city: "x" });
    const id = /^The tool untrue_reply failed \(id (\w+)\)\.$/.exec(text)?.[1];
    await logged(new RegExp(`id ${id}`));
    expect(await call("failed_result", { city: "x" })).toEqual({ isError: true, text: "did not work" });
  });

  test(`calls beforeTool, approveTool and the tool's approve before run, in this order (${POLICY})`, async () => {
    const { call, client, stderr } = await served();
    expect(await call("guarded", { city: "Beijing" })).toEqual({ text: "done" });
    await client.close();
    expect([...stderr().matchAll(/^ASKED (.*)$/gm)].map(([, who]) => who)).toEqual([
      "beforeTool guarded",
      "approveTool guarded Beijing",
      "tool.approve 3 object",
      "run guarded",
    ]);
  });

  test.each([
    [{ city: "x", before: "deny" }, "beforeTool says no"],
    [{ city: "x", rule: "reject" }, "approveTool says no"],
    [{ city: "Pyongyang" }, "the tool says no"],
    [{ city: "Nowhere" }, "invalid decision"],
  ])(`with %o the tool does not run, and the result contains the reason (${POLICY})`, async (args, reason) => {
    const { call, client, stderr } = await served();
    expect(await call("guarded", args)).toEqual({ isError: true, text: expect.stringContaining(reason) });
    await client.close();
    expect(stderr()).not.toContain("run guarded");
  });

  test(`approves and runs the call as beforeTool rewrote it (${POLICY})`, async () => {
    const { call } = await served();
    expect(await call("echo_args", { city: "x", before: "modify" })).toEqual({ text: '{"city":"Shanghai","days":3}' });
  });

  test(`changes a tool only to another of the hook's own tools (${POLICY})`, async () => {
    const { call, logged } = await served("mcp-tools.mjs");
    expect(await call("hidden", { why: "rename" })).toEqual({ text: "the other tool" });
    const foreign = await call("hidden", { why: "foreign" });
    await logged(/modify changed the tool to "exec": an MCP server answers only its own tools/);
    if (POLICY === "block")
      expect(foreign).toEqual({ isError: true, text: expect.stringContaining("does not support") });
    else expect(foreign).toEqual({ text: "ran" });
  });

  test(`follows the failure policy when beforeTool throws (${POLICY})`, async () => {
    const { call } = await served("mcp-tools.mjs");
    const result = await call("hidden", { why: "throws" });
    if (POLICY === "block") expect(result).toEqual({ isError: true, text: expect.stringContaining("threw an error") });
    else expect(result).toEqual({ text: "ran" });
    expect(result.text).not.toContain("SECRET");
  });
});

describe("features of MCP other than text", () => {
  test("a client that asks for progress gets it, growing, before the result", async () => {
    const { client, call, faults, stderr } = await connected("mcp-tools.mjs");
    const received: unknown[] = [];
    const onprogress = (progress: unknown) => {
      if (received.push(progress) === 3) void call("all_heard");
    };
    const { content } = await client.callTool({ name: "steps" }, { onprogress });
    expect(content).toEqual([{ type: "text", text: "all steps" }]);
    expect(received).toEqual([{ progress: 1, total: 3, message: "one" }, { progress: 2.5, total: 3 }, { progress: 3 }]);
    expect(await call("late_step")).toEqual({ text: "said nothing" });
    expect(await call("steps")).toEqual({ text: "all steps" });
    expect(faults).toEqual([]);
    expect(stderr()).not.toMatch(/progress|error/);
  });

  test("a cancelled call aborts the tool's signal, is not an error of the hook, and does not affect other calls", async () => {
    const { client, call, logged, stderr, faults } = await connected("mcp-tools.mjs");
    const controller = new AbortController();
    const waiting = client.callTool({ name: "wait" }, { signal: controller.signal });
    await logged(/wait runs/);
    controller.abort("enough");
    await expect(waiting).rejects.toThrow();
    await logged(/wait is aborted/);
    expect(await call("other")).toEqual({ text: "the other tool" });
    expect(stderr()).not.toContain("error");
    expect(faults).toEqual([]);
  });

  test("an output object that a tool declares is listed, and sent as structured content with its text", async () => {
    const { client, call } = await connected("mcp-tools.mjs");
    const { tools } = await client.listTools();
    expect(tools.flatMap(({ name, outputSchema }) => (outputSchema ? [name] : []))).toEqual(["typed", "replaced"]);
    expect(tools.find(({ name }) => name === "typed")?.outputSchema).toMatchObject({
      type: "object",
      properties: { city: { type: "string" }, degrees: { type: "number" } },
    });
    const structuredContent = { city: "Beijing", degrees: 15 };
    expect(await call("typed")).toEqual({ text: JSON.stringify(structuredContent), structuredContent });
  });

  test("an output object without a JSON Schema is sent as structured content, and all other outputs as text", async () => {
    const { client, call } = await connected("mcp-tools.mjs");
    await client.listTools();
    expect(await call("list")).toEqual({ text: '["a","b"]' });
    expect(await call("unsayable")).toEqual({ text: '{"at":1767312000000}', structuredContent: { at: 1767312000000 } });
  });

  test("a result can have text, an object and content at once", async () => {
    const { client } = await connected("mcp-tools.mjs");
    expect(await client.callTool({ name: "mixed", arguments: {} })).toMatchObject({
      content: [
        { type: "text", text: "15 °C" },
        { type: "image", data: "aGk=", mimeType: "image/png" },
        { type: "text", text: "sunny" },
      ],
      structuredContent: { degrees: 15 },
    });
  });

  test("a handler that answers for a tool with an output object must return it, as a value or as JSON text", async () => {
    const { client, call, logged } = await connected("mcp-tools.mjs");
    await client.listTools();
    const structuredContent = { city: "Rome", degrees: 20 };
    const text = JSON.stringify(structuredContent);
    expect(await call("replaced", { with: text })).toEqual({ text, structuredContent });
    const coerced = await call("replaced", { with: '{"city":"Rome","degrees":"20","secret":1}' });
    expect(coerced).toEqual({ text, structuredContent });
    const structured = { city: "Rome", degrees: "20", secret: 1 };
    expect(await call("replaced", { with: { forLlm: "20 °C", structured } })).toEqual({
      text: "20 °C",
      structuredContent,
    });
    const unlike = { forLlm: "20 °C", structured: { city: "Rome" } };
    for (const misfit of ['{"city":"Rome"}', '{"city":4,"degrees":5}', unlike]) {
      const wrong = await call("replaced", { with: misfit });
      expect(wrong).toEqual({
        isError: true,
        text: expect.stringMatching(/^The tool replaced failed \(id \w+\)\.$/),
      });
    }
    await logged(/a handler responded with a value that does not match `output`: degrees: expected number/);
    expect(await call("replaced", { with: "no JSON" })).toEqual({
      isError: true,
      text: expect.stringContaining("does not support"),
    });
    await logged(/a handler responded without `structured` and with text that is not a JSON object/);
  });

  test("fields that MCP does not have are dropped, with one warning", async () => {
    const { call, client, stderr } = await connected("mcp-tools.mjs");
    expect(await call("rich")).toEqual({ text: "text" });
    expect(await call("rich")).toEqual({ text: "text" });
    await client.close();
    expect(stderr().match(/forUser, media of the tool rich/g)).toHaveLength(1);
  });

  test.each([
    ["2026-07-28", { pin: "2026-07-28" }],
    ["the versions before", "legacy"],
  ] as const)("images, audio and resources of a tool's result follow its text: %s", async (_, mode) => {
    const { client } = await connected("mcp-tools.mjs", { client: { versionNegotiation: { mode } } });
    const parts = [
      { type: "image", data: "aGk=", mimeType: "image/png" },
      { type: "audio", data: "aGk=", mimeType: "audio/wav" },
      { type: "resource_link", uri: "file:///a.txt", name: "a" },
      { type: "resource", resource: { uri: "file:///b.txt", text: "b" } },
      { type: "resource", resource: { uri: "file:///c.bin", mimeType: "application/zip", blob: "aGk=" } },
    ];
    const seen = (text: string) => client.callTool({ name: "seen", arguments: { text } });
    expect((await seen("look")).content).toEqual([{ type: "text", text: "look" }, ...parts]);
    expect((await seen("")).content).toEqual(parts);
    expect(await client.callTool({ name: "unreadable", arguments: {} })).toMatchObject({ isError: true });
  });

  test("a tool's schemas name their dialect", async () => {
    const { client } = await connected("mcp-tools.mjs");
    const typed = (await client.listTools()).tools.find(({ name }) => name === "typed");
    const dialect = { $schema: "https://json-schema.org/draft/2020-12/schema" };
    expect(typed).toMatchObject({ inputSchema: dialect, outputSchema: dialect });
  });

  test.each([
    ["2026-07-28", { pin: "2026-07-28" }],
    ["the versions before", "legacy"],
  ] as const)(
    "a result of 0.9 MB arrives, and one that does not fit a line is an error result: %s",
    async (_, mode) => {
      const { call } = await connected("mcp-tools.mjs", { client: { versionNegotiation: { mode } } });
      expect((await call("big", { bytes: 900_000 })).text).toHaveLength(900_000);
      const { text, isError } = await call("big", { bytes: 2 ** 20 });
      expect(isError).toBe(true);
      expect(text).toMatch(/^The result of the tool big is too large \(id \w+\)\.$/);
      expect(await call("other")).toMatchObject({ text: "the other tool" });
    },
  );

  test("a handler gets the host's name, without a version", async () => {
    const { call } = await connected("mcp-tools.mjs");
    expect(await call("hidden", { why: "host" })).toEqual({ isError: true, text: "mcp undefined mcp" });
    expect(await call("hidden", { why: "rejected" })).toEqual({ isError: true, text: "not today" });
  });
});
