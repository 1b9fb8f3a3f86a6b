import { describe, expect, test } from "vitest";
import { connected } from "../../mcp/mcp-client.js";
import { type Fields, type RunningHook, type SpawnOptions, spawnHook } from "../../spawn-hook.js";

const IS_WINDOWS = process.platform === "win32";

const clientInfo = { name: "test", version: "1" };
/** The metadata of every call in the newest version. */
const _meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": clientInfo,
  "io.modelcontextprotocol/clientCapabilities": {},
};
const initialize = (protocolVersion: string) => ({ protocolVersion, capabilities: {}, clientInfo });
const clean = { code: 0, signal: null };

/** Starts a hook and completes the handshake as PicoClaw v0.2.9 does. */
async function initialized(file = "mcp-tools.mjs", options: SpawnOptions = {}): Promise<RunningHook> {
  const hook = spawnHook(file, options);
  await hook.call("initialize", initialize("2025-11-25"));
  hook.notify("notifications/initialized", undefined);
  return hook;
}

const called = (hook: RunningHook, name: string, args: Fields = {}, id?: string | number) =>
  hook.call("tools/call", { name, arguments: args }, id);
const textOf = (text: unknown) => [{ type: "text", text }];

describe("the versions of MCP", () => {
  test.each(["2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
    "%s is used if the client asks for it",
    async (version) => {
      const hook = spawnHook("weather.mjs");
      expect(await hook.call("initialize", initialize(version))).toMatchObject({
        protocolVersion: version,
        capabilities: { tools: {} },
        serverInfo: { name: "weather", version: "1.2.3" },
      });
      hook.notify("notifications/initialized", undefined);
      expect(await hook.call("tools/list", {})).toMatchObject({ tools: [{ name: "get_weather" }] });
      expect(await called(hook, "get_weather", { city: "Rome" })).toEqual({ content: textOf("Rome: sunny, 15 °C") });
    },
  );

  test("an unknown version is answered with one that the hook supports", async () => {
    const hook = spawnHook("weather.mjs");
    expect(await hook.call("initialize", initialize("2024-01-01"))).toMatchObject({ protocolVersion: "2025-11-25" });
  });

  test("2026-07-28 begins with server/discover, or with any call", async () => {
    const hook = spawnHook("weather.mjs");
    expect(await hook.call("server/discover", { _meta })).toMatchObject({ supportedVersions: ["2026-07-28"] });
    expect(await hook.call("tools/list", { _meta })).toMatchObject({ tools: [{ name: "get_weather" }] });
    const other = spawnHook("weather.mjs");
    const params = { name: "get_weather", arguments: { city: "Rome" }, _meta };
    expect(await other.call("tools/call", params)).toMatchObject({ content: textOf("Rome: sunny, 15 °C") });
  });

  test("a server/discover without a version is an error without an effect", async () => {
    const hook = spawnHook("weather.mjs");
    expect((await hook.ask("server/discover", {})).error?.code).toBe(-32602);
    expect(await hook.call("server/discover", { _meta })).toMatchObject({ supportedVersions: ["2026-07-28"] });
    expect(await hook.call("tools/list", { _meta })).toMatchObject({ tools: [{ name: "get_weather" }] });
  });

  test("an unknown later version is an error, and the connection keeps working", async () => {
    const later = { ..._meta, "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const hook = spawnHook("weather.mjs");
    const data = { supported: ["2026-07-28"], requested: "2099-01-01" };
    for (const round of ["first", "running"]) {
      for (const method of ["tools/list", "server/discover"]) {
        const { error } = await hook.ask(method, { _meta: later });
        expect({ round, ...error }).toMatchObject({ round, code: -32022, data });
      }
      expect(await hook.call("tools/list", { _meta })).toMatchObject({ tools: [{ name: "get_weather" }] });
    }
  });

  test("the official client negotiates the newest version by itself", async () => {
    for (const mode of ["auto", { pin: "2026-07-28" }, "legacy"] as const) {
      const { client, call, stderr, faults } = await connected("weather.mjs", {
        client: { versionNegotiation: { mode } },
      });
      expect(client.getNegotiatedProtocolVersion()).toBe(mode === "legacy" ? "2025-11-25" : "2026-07-28");
      expect(await call("get_weather", { city: "Rome" })).toMatchObject({ text: "Rome: sunny, 15 °C" });
      expect(stderr()).toBe("");
      expect(faults).toEqual([]);
    }
  });

  test("a client that tries server/discover and then initialize gets its answers, and setup runs once", async () => {
    const hook = spawnHook("mcp-tools.mjs");
    await hook.call("server/discover", { _meta });
    await hook.call("initialize", initialize("2025-06-18"));
    expect(await called(hook, "other")).toEqual({ content: textOf("the other tool") });
    expect(hook.stderr().match(/setup runs/g)).toHaveLength(1);
  });

  test("--host mcp@VERSION prevents the start: the client sends its version on the wire", async () => {
    const hook = spawnHook("weather.mjs", { args: ["--host", "mcp@2025-06-18"] });
    expect(await hook.exit).toEqual({ code: 1, signal: null });
    expect(hook.stderr()).toContain('--host: "2025-06-18" is not a version of mcp; leave it out: mcp');
  });

  test("a failing setup is the error of the first call, without the text of the throw", async () => {
    const hook = spawnHook("mcp-tools.mjs", { env: { ON_START: "throws" } });
    const { error } = await hook.ask("initialize", initialize("2025-11-25"));
    expect(error).toMatchObject({ code: -32000, message: expect.stringContaining("threw an error at setup") });
    expect(error?.message).not.toContain("SECRET");
    expect((await hook.ask("tools/call", { name: "other" })).error?.code).toBe(-32000);
  });
});

describe("an invalid message", () => {
  test.each([
    ["no JSON", "{", null, -32700],
    ["a list of calls", '[{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":9,"method":"ping"}]', 9, -32600],
    ["a list of notifications", '[{"jsonrpc":"2.0","method":"notifications/initialized"}]', null, -32600],
    ["a number", "42", null, -32600],
    ["another JSON-RPC", '{"jsonrpc":"1.0","id":9,"method":"ping"}', 9, -32600],
    ["an odd id", '{"jsonrpc":"2.0","id":9.5,"method":"ping"}', 9.5, -32600],
    ["params that are a list", '{"jsonrpc":"2.0","id":9,"method":"ping","params":[1]}', 9, -32602],
    ["odd metadata", '{"jsonrpc":"2.0","id":9,"method":"ping","params":{"_meta":{"progressToken":{}}}}', 9, -32602],
    ["a call without a name", '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{}}', 9, -32602],
    [
      "arguments that are a list",
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"other","arguments":[]}}',
      9,
      -32602,
    ],
    ["an unknown method", '{"jsonrpc":"2.0","id":9,"method":"resources/list"}', 9, -32601],
    ["a method of hooks", '{"jsonrpc":"2.0","id":9,"method":"hook.hello"}', 9, -32601],
  ])("%s gets its error, and the next call is answered", async (_what, line, id, code) => {
    const hook = await initialized();
    await hook.write(`${line}\n`);
    expect((await hook.answer(id)).error?.code).toBe(code);
    expect(await called(hook, "other")).toEqual({ content: textOf("the other tool") });
    expect(hook.answersTo(id)).toHaveLength(1);
  });

  test.each([
    ["initialize", undefined, "params: expected object, got nothing"],
    ["initialize", { ...initialize("2025-11-25"), protocolVersion: 5 }, "params.protocolVersion: expected string"],
    ["tools/list", { cursor: 5 }, "params.cursor: expected string, got"],
    ["tools/call", { name: "other", arguments: [] }, "params.arguments: expected"],
    ["tools/call", {}, "params.name: expected string, got nothing"],
    ["server/discover", {}, 'expected "io.modelcontextprotocol/protocolVersion" in "_meta"'],
  ])("invalid params of %s are described in one line: %j", async (method, params, words) => {
    for (const hook of [spawnHook("mcp-tools.mjs"), await initialized()]) {
      const { error } = await hook.ask(method, params);
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(words) });
      expect(error?.message).toMatch(new RegExp(`^Invalid params of ${method}: [^\n]*$`));
      await hook.end();
    }
  });

  test("every call in a list gets an error with its id", async () => {
    const hook = await initialized();
    const ids = ["a", 2, "c", "positional", "old"];
    const params: Fields = { positional: { params: [1] }, old: { jsonrpc: "1.0" } };
    const calls = ids.map((id) => ({ jsonrpc: "2.0", id, method: "tools/list", ...(params[id] as object) }));
    await hook.write(`${JSON.stringify(calls)}\n`);
    for (const id of ids) {
      expect((await hook.answer(id)).error).toEqual({
        code: -32600,
        message: "Invalid request: expected one call per line, got an array",
      });
    }
  });

  test("notifications and unexpected answers get no answer", async () => {
    const hook = await initialized();
    const before = hook.lines.length;
    for (const params of [undefined, {}, { requestId: 404 }, { requestId: {} }, { _meta: 4 }]) {
      hook.notify("notifications/cancelled", params);
    }
    hook.notify("notifications/nosuch", {});
    hook.send({ jsonrpc: "2.0", id: 1, result: {} });
    await called(hook, "other", {}, "last");
    expect(hook.lines.slice(before)).toHaveLength(1);
  });

  test("a second call under a running id is dropped, and the first is answered", async () => {
    const hook = await initialized();
    const first = called(hook, "brief", {}, 77);
    await hook.logged(/brief runs/);
    hook.send({ jsonrpc: "2.0", id: 77, method: "tools/call", params: { name: "other" } });
    expect(await first).toEqual({ content: textOf("in time") });
    expect(await called(hook, "other", {}, "77")).toEqual({ content: textOf("the other tool") });
    expect(hook.answersTo(77)).toHaveLength(1);
    expect(hook.stderr()).toContain("dropped a call with id 77");
  });

  test("calls in one chunk are all answered with their ids", async () => {
    const hook = await initialized();
    const ids = [...Array(50).keys()].map((id) => `n${id}`);
    const call = (id: string) =>
      JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "other" } });
    await hook.write(`${ids.map(call).join("\n")}\n`);
    for (const id of ids) expect((await hook.answer(id)).result).toEqual({ content: textOf("the other tool") });
  });

  // Windows has neither named pipes in folders nor signals.
  test.each(IS_WINDOWS ? (["socket"] as const) : (["socket", "pipe"] as const))(
    "the author's prints never reach the client (stdout is a %s)",
    async (plumbing) => {
      const hook = await initialized("mcp-noisy.mjs", { plumbing });
      for (const how of ["log", "write", "raw", "child"]) {
        expect(await called(hook, "print", { how })).toEqual({ content: textOf(`printed by ${how}`) });
      }
      const good = hook.lines.filter((line) => line.startsWith('{"jsonrpc":"2.0"'));
      if (plumbing === "pipe") expect(hook.lines).toEqual(good);
      expect(good).toHaveLength(hook.answers.length);
    },
  );
});

const stops = {
  "end of stdin": (hook: RunningHook) => hook.end(),
  ...(IS_WINDOWS ? {} : { SIGTERM: (hook: RunningHook) => hook.kill("SIGTERM") }),
};

describe.each(Object.entries(stops))("%s", (how, stop) => {
  test(`${how} lets a running call finish, cancels one that does not, and exits with 0`, async () => {
    const hook = await initialized();
    const brief = called(hook, "brief");
    const wait = called(hook, "wait");
    await hook.logged(/brief runs.*wait runs|wait runs.*brief runs/s);
    expect(await stop(hook)).toEqual(clean);
    expect(await brief).toEqual({ content: textOf("in time") });
    expect(await wait).toEqual({ isError: true, content: textOf(expect.stringMatching(/^The tool wait failed/)) });
    expect(hook.stderr()).toContain("wait is aborted");
    expect(hook.stderr()).toContain("teardown runs");
  });

  test(`${how} ends an idle server with 0`, async () => {
    const hook = await initialized();
    expect(await stop(hook)).toEqual(clean);
    expect(hook.stderr()).toContain("teardown runs");
  });
});

test("calls that come together with the end of stdin are answered", async () => {
  const hook = spawnHook("mcp-tools.mjs");
  hook.send({ jsonrpc: "2.0", id: 1, method: "initialize", params: initialize("2025-06-18") });
  hook.send({ jsonrpc: "2.0", id: 2, method: "tools/list" });
  hook.send({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "brief" } });
  expect(await hook.end()).toEqual(clean);
  expect((await hook.answer(2)).result).toHaveProperty("tools");
  expect((await hook.answer(3)).result).toEqual({ content: textOf("in time") });
});
