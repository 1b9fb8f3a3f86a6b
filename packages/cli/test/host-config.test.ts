import { INSTALL_KINDS } from "@agent-hook/sdk/internal/host-lists";
import { whyUnreadable } from "@agent-hook/sdk/internal/installs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMAND_HOOK_NAMES, CONFIG_NAMES, MCP_TOOL_NAMES } from "../src/host-config/host-names.js";
import { HOSTS, type HookSummary, HostConfigError, parseHost } from "../src/host-config/index.js";
import { COMMAND_HOOK_HOSTS } from "../src/host-config/installs.js";

type Json = Record<string, unknown>;

const COMMAND = ["/opt/node", "/srv/hook.js"];
const deadlines = { interceptMs: 4500, approveMs: 55_000 };
const observer: HookSummary = { name: "log", points: ["onEvent"], tools: [], onFailure: "continue", deadlines };
const rewriter: HookSummary = { ...observer, name: "redact", points: ["beforeLlm", "afterTool"] };
const guard: HookSummary = { ...observer, name: "guard", points: ["beforeTool", "approveTool"], onFailure: "block" };
const weather: HookSummary = {
  ...observer,
  name: "weather",
  points: ["beforeLlm", "beforeTool"],
  forTools: ["beforeLlm", "beforeTool"],
  tools: [{ name: "get_weather" }],
  hosts: ["picoclaw", "mcp"],
};

function build(host: string, hook: HookSummary, name = hook.name) {
  const { format, version } = parseHost(host);
  return format.build(hook, { name, command: COMMAND, launcher: "/srv/guard.sh", ...(version ? { version } : {}) });
}

it("the help texts name the hosts that can be configured", () => {
  const named = (hosts: readonly { readonly name: string }[]) => hosts.map(({ name }) => name);
  expect(CONFIG_NAMES).toEqual(named(HOSTS));
  expect(COMMAND_HOOK_NAMES).toEqual(named(COMMAND_HOOK_HOSTS));
  expect(MCP_TOOL_NAMES).toEqual(named(HOSTS.filter(({ callsMcpServers }) => callsMcpServers)));
});

describe("a config of PicoClaw", () => {
  const hooksOf = (hook: HookSummary, host = "picoclaw@v0.2.9") => build(host, hook).config.hooks as Json;
  const processOf = (hook: HookSummary, host?: string) => (hooksOf(hook, host).processes as Json)[hook.name] as Json;

  it("has everything that a guard needs", () => {
    expect(build("picoclaw@0.2.9", guard).config).toEqual({
      hooks: {
        enabled: true,
        defaults: { interceptor_timeout_ms: 5000, approval_timeout_ms: 56_000 },
        processes: {
          guard: {
            enabled: true,
            priority: -10,
            transport: "stdio",
            command: [...COMMAND, "--host", "picoclaw@v0.2.9"],
            intercept: ["before_tool", "approve_tool"],
          },
        },
      },
    });
  });

  it.each([
    ["a hook that blocks", { ...rewriter, onFailure: "block" }, true],
    ["a hook that approves", { ...rewriter, points: ["approveTool"] }, true],
    ["a hook that rewrites", rewriter, false],
    ["a hook that only listens", observer, false],
  ] as const)("puts %s at the right place in the chain", (_, hook, inFront) => {
    // PicoClaw's default is 0.
    expect(Number(processOf(hook).priority) < 0).toBe(inFront);
  });

  it("asks a hook that blocks for approval, whatever it handles", () => {
    expect(processOf({ ...rewriter, onFailure: "block" }).intercept).toEqual([
      "before_llm",
      "approve_tool",
      "after_tool",
    ]);
  });

  it("lists the points in the order of a turn, then the events", () => {
    const points = ["onEvent", "afterTool", "approveTool", "beforeTool", "afterLlm", "beforeLlm"] as const;
    expect(processOf({ ...rewriter, points })).toMatchObject({
      observe: ["*"],
      intercept: ["before_llm", "after_llm", "before_tool", "approve_tool", "after_tool"],
    });
  });

  const events = ["prompt", "tool.end", "gateway.ready", "session.start"];

  it.each([
    ["picoclaw@v0.2.9", ["agent.turn.start", "agent.tool.exec_end", "gateway.ready"]],
    ["picoclaw@v0.2.8", ["turn_start", "tool_exec_end"]],
    ["picoclaw", ["*"]],
  ])("for %s, lists the events that a hook names as this version spells them", (host, observe) => {
    expect(processOf({ ...observer, events }, host).observe).toEqual(observe);
  });

  it("is rejected for a hook that names only events of other hosts", () => {
    for (const host of ["picoclaw", "picoclaw@v0.2.9"]) {
      expect(() => build(host, { ...observer, events: ["session.start"] })).toThrow('"log" handles nothing');
    }
    expect(processOf({ ...rewriter, points: ["afterTool", "onEvent"], events: ["session.start"] })).not.toHaveProperty(
      "observe",
    );
  });

  it.each([
    [rewriter, { interceptor_timeout_ms: 5000 }],
    [{ ...guard, points: ["approveTool"] }, { approval_timeout_ms: 56_000 }],
    [
      { ...guard, deadlines: { interceptMs: 501, approveMs: 1500 } },
      { interceptor_timeout_ms: 2000, approval_timeout_ms: 2000 },
    ],
    [observer, undefined],
    [{ name: "py", points: ["approveTool"], tools: [], onFailure: "block" }, undefined],
  ] as [HookSummary, unknown][])("sets the host's time limits above the hook's own: %j", (hook, defaults) => {
    expect(hooksOf(hook).defaults).toEqual(defaults);
  });

  it("passes the host only to a hook with a manifest", () => {
    const { deadlines: _none, ...plain } = guard;
    expect(processOf(plain).command).toEqual(COMMAND);
    expect(processOf(guard, "picoclaw").command).toEqual([...COMMAND, "--host", "picoclaw"]);
  });

  it.each(["picoclaw@v0.2.8", "picoclaw@v0.2.9", "picoclaw@v1.0.0", "picoclaw"])(
    "starts an MCP server with the hook's tools for %s, and passes its name to the process",
    (host) => {
      const { config } = build(host, weather);
      expect(config.tools).toEqual({
        mcp: {
          enabled: true,
          servers: {
            weather: { enabled: true, command: "/opt/node", args: ["/srv/hook.js", "--host", "mcp"] },
          },
        },
      });
      expect(processOf(weather, host)).toMatchObject({
        env: { AGENT_HOOK_MCP_NAME: "weather" },
        intercept: ["before_tool"],
      });
      const asksModels = { ...weather, forTools: ["beforeTool"] } as const;
      expect(processOf(asksModels, host).intercept).toEqual(["before_llm", "before_tool"]);
    },
  );

  it("includes a disabled server for a hook that cannot be one, because it would end every turn", () => {
    const { config, notes } = build("picoclaw@v0.2.9", { ...weather, hosts: ["picoclaw"] });
    expect(config.tools).toMatchObject({ mcp: { servers: { weather: { enabled: false } } } });
    expect(notes.join("\n")).toContain("The MCP server is not enabled.");
  });

  it.each([
    ["the version takes them from the process", "picoclaw@v0.2.7", weather],
    ["there are none", "picoclaw@v0.2.9", guard],
  ])("has no MCP server if %s", (_, host, hook) => {
    const { config } = build(host, hook);
    expect(config).not.toHaveProperty("tools");
    expect(processOf(hook, host)).not.toHaveProperty("env");
  });

  it("names the server as PicoClaw names its tools, which otherwise get a hash", () => {
    const names = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,30}$/);
    fc.assert(
      fc.property(names, (name) => {
        const { servers } = (build("picoclaw", weather, name).config.tools as { mcp: { servers: Json } }).mcp;
        expect(Object.keys(servers)[0]).toMatch(/^(?!_)(?!.*__)[a-z0-9_-]+(?<!_)$/);
      }),
    );
  });

  it("has a server name for a hook whose name has only non-Latin letters", () => {
    expect(build("picoclaw", weather, "天気").config).toMatchObject({
      hooks: { processes: { 天気: { env: { AGENT_HOOK_MCP_NAME: "hook" } } } },
      tools: { mcp: { servers: { hook: { enabled: true } } } },
    });
  });

  it("has exactly the notes that apply", () => {
    const notes = (host: string, hook: HookSummary) => build(host, hook).notes.join("\n");
    expect(notes("picoclaw@v0.2.9", observer)).toBe("PicoClaw only reads its config at startup: restart it.");
    expect(notes("picoclaw@v0.2.9", guard)).toMatch(/front of the chain.*\n.*denies every tool call/);
    expect(notes("picoclaw", weather)).toMatch(/^PicoClaw does not report its version.*picoclaw@v0\.2\.9/);
  });

  it("is rejected for a hook that handles nothing", () => {
    expect(() => build("picoclaw", { ...observer, points: [] })).toThrow('"log" handles nothing');
  });
});

describe("a config of an MCP client", () => {
  it("starts the hook as a server", () => {
    expect(build("mcp", weather)).toEqual({
      config: { mcpServers: { weather: { command: "/opt/node", args: ["/srv/hook.js", "--host", "mcp"] } } },
      notes: ["Most clients read their config when they start: restart the client."],
    });
  });

  it("has a note that a guard has no effect there", () => {
    expect(build("mcp", { ...weather, onFailure: "block" }).notes[0]).toContain("guards no other tool of this client");
  });

  it("is rejected for a hook without tools", () => {
    expect(() => build("mcp", guard)).toThrow('"guard" has no tools');
  });
});

describe("the name of a host", () => {
  it.each([
    ["picoclow", 'unknown host "picoclow" (did you mean "picoclaw"?); expected picoclaw, docker-agent, claude-code,'],
    ["", `unknown host ""; expected ${CONFIG_NAMES.join(", ")}`],
    ["picoclaw@latest", '"latest" is not a version of picoclaw; expected one such as v0.2.9'],
    ["picoclaw@", '"" is not a version of picoclaw'],
    ["mcp@2025", '"2025" is not a version of mcp; remove it: mcp'],
  ])("%j is rejected with the expected names", (text, message) => {
    expect(() => parseHost(text)).toThrow(message);
  });
});

describe("merging into PicoClaw's config", () => {
  const merge = (file: Json, hook: HookSummary, host = "picoclaw@v0.2.9") =>
    parseHost(host).format.merge(file, build(host, hook).config, hook.name) as { hooks: Json; tools?: Json };
  const priorityIn = (file: Json, hook: HookSummary) =>
    ((merge(file, hook).hooks.processes as Json)[hook.name] as Json).priority;
  const chain = (processes: Json) => ({ hooks: { enabled: true, processes } });
  const approver = (priority: number) => ({ priority, intercept: ["approve_tool"] });

  it("returns the built config if there is nothing to merge", () => {
    expect(merge({}, weather)).toEqual(build("picoclaw@v0.2.9", weather).config);
  });

  it("puts a new guard before all other processes", () => {
    const process = fc.record(
      { priority: fc.integer({ min: -1e6, max: 1e6 }), intercept: fc.subarray(["approve_tool", "before_tool"]) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-f]{1,3}$/), process), (others) => {
        const priority = priorityIn(chain(others), guard);
        for (const other of Object.values(others)) expect(priority).toBeLessThan(other.priority ?? 0);
      }),
    );
  });

  it.each([
    ["kept before all other hooks", { guard: approver(3), log: { priority: 4 } }, 3],
    ["kept among other guards", { guard: approver(-10), other: approver(-20) }, -10],
    ["moved before another hook", { guard: approver(5), log: { priority: 5 } }, -10],
    ["moved if it has no priority", { guard: {}, log: { priority: 5 } }, -10],
  ])("gives an existing guard the right position: %s", (_, processes, priority) => {
    expect(priorityIn(chain(processes), guard)).toBe(priority);
  });

  it.each([
    ["a new hook", { house: approver(7) }, 17],
    ["a new hook, whatever else is there", { log: { priority: 99 } }, 10],
    ["an existing hook", { redact: { priority: 8 }, house: approver(7) }, 8],
    ["an existing hook before the guards", { redact: { priority: 7 }, house: approver(7) }, 17],
  ])("puts a hook that is not a guard after the guards: %s", (_, processes, priority) => {
    expect(priorityIn(chain(processes), rewriter)).toBe(priority);
  });

  it.each([
    [{}, { approval_timeout_ms: 61_000 }],
    [{ interceptor_timeout_ms: 4999 }, { interceptor_timeout_ms: 5000, approval_timeout_ms: 61_000 }],
    [
      { interceptor_timeout_ms: 0, approval_timeout_ms: 90_000 },
      { interceptor_timeout_ms: 0, approval_timeout_ms: 90_000 },
    ],
    [{ observer_timeout_ms: 1 }, { observer_timeout_ms: 1, approval_timeout_ms: 61_000 }],
  ])("raises limits that are too low and keeps the others: %j", (defaults, merged) => {
    const slow = { ...guard, deadlines: { interceptMs: 4500, approveMs: 60_000 } };
    expect(merge({ hooks: { defaults } }, slow).hooks.defaults).toEqual(merged);
  });

  it("adds no limits if PicoClaw's defaults suffice", () => {
    expect(merge({ hooks: {} }, guard).hooks).toEqual({ processes: expect.anything() });
  });

  it("turns MCP on", () => {
    expect(merge({ tools: { mcp: { enabled: false } } }, weather)).toMatchObject({ tools: { mcp: { enabled: true } } });
  });

  it("does not turn on the processes of a user who switched them off", () => {
    const file = { hooks: { enabled: false, processes: { log: { enabled: true } } } };
    expect(() => merge(file, weather)).toThrow("hooks.enabled is false, so PicoClaw starts no hooks: remove it first");
  });

  it("updates an existing entry and keeps fields that are not ours", () => {
    const entry = { enabled: false, dir: "/srv", env: { TOKEN: "t" }, command: ["old"], intercept: ["after_llm"] };
    const server = { enabled: true, command: "old", args: [], env_file: "/srv/.env" };
    const file = { hooks: { processes: { weather: entry } }, tools: { mcp: { servers: { weather: server } } } };
    expect(merge(file, weather)).toMatchObject({
      hooks: {
        processes: {
          weather: {
            enabled: true,
            dir: "/srv",
            env: { TOKEN: "t", AGENT_HOOK_MCP_NAME: "weather" },
            command: [...COMMAND, "--host", "picoclaw@v0.2.9"],
            intercept: ["before_tool"],
          },
        },
      },
      tools: { mcp: { servers: { weather: { command: "/opt/node", env_file: "/srv/.env" } } } },
    });
  });

  it.each([
    [{ hooks: [] }, "hooks: expected an object, got an array"],
    [{ hooks: null }, "hooks: expected an object, got null"],
    [{ hooks: { processes: "none" } }, "hooks.processes: expected an object, got a string"],
    [{ hooks: { processes: { weather: 1 } } }, "hooks.processes.weather: expected an object, got a number"],
    [{ hooks: { defaults: true } }, "hooks.defaults: expected an object, got a boolean"],
    [{ tools: { mcp: [] } }, "tools.mcp: expected an object, got an array"],
  ])("rejects a file without a place for the hook: %j", (file, message) => {
    expect(() => merge(file, weather)).toThrow(message);
  });

  it("accepts a hook whose name is a property of every object", () => {
    const odd = { ...weather, name: "constructor" };
    const { processes } = merge({ hooks: { processes: {} } }, odd).hooks;
    expect(Object.keys(processes as Json)).toEqual(["constructor"]);
  });
});

/** A hook that every host can use. */
const everyHostHook: HookSummary = {
  ...guard,
  name: "weather",
  tools: weather.tools,
  hosts: HOSTS.map(({ name }) => name),
};
const kinds: Readonly<Record<string, string>> = INSTALL_KINDS;
const printedHosts = HOSTS.filter(({ name }) => kinds[name] === "printed");
const jsonHosts = HOSTS.filter((format) => format.language === "json" && !printedHosts.includes(format));

describe.each(printedHosts.map(({ name }) => name))("the entry for %s", (host) => {
  const hook: HookSummary = { ...guard, hosts: [host] };

  it("starts the hook through the launcher, and belongs into no file that agent-hook writes", () => {
    const { config, notes } = build(host, hook);
    expect(JSON.stringify(config)).toContain(`block ${host} `);
    expect(notes.length).toBeGreaterThan(0);
    const { format } = parseHost(host);
    expect(() => format.merge({}, config, "guard")).toThrow(HostConfigError);
    expect(() => format.remove({}, "guard")).toThrow(HostConfigError);
    expect(() => build(host, { ...hook, onFailure: "continue", points: ["beforeLlm"] })).toThrow("handles no events");
  });
});

it.each(["goose", "cursor"])("a note on the entry for %s, which was only read, says so first", (host) => {
  const { notes } = build(host, { ...guard, hosts: [host] });
  expect(notes[0]).toMatch(/^Read, not run:/);
});

describe.each(jsonHosts.map((format) => format.name))("a config file of %s", (host) => {
  const { format } = parseHost(host);
  const built = build(host, everyHostHook).config;

  // A strict host drops a file with the keys of others.
  const mine = [{ version: 3, tools: { exec: { enabled: true } }, mcp: {} }, { description: "mine" }].find(accepts);
  if (mine === undefined) throw new Error(`expected a file that ${host} accepts`);

  function accepts(file: Json): boolean {
    const schema = COMMAND_HOOK_HOSTS.find(({ name }) => name === host)?.configSchema;
    return schema === undefined || whyUnreadable(schema, file) === undefined;
  }

  it("is merged once, and is as before after the removal of the hook, which keeps the entries of others", () => {
    const once = format.merge(mine, built, "weather");
    expect(format.merge(once, built, "weather")).toEqual(once);
    expect(format.remove(once, "weather")).toEqual(mine);
    const other = format.merge({}, build(host, everyHostHook, "other").config, "other");
    for (const file of [{}, other]) expect(format.remove(file, "weather")).toEqual(file);
    expect(format.remove(format.merge(other, built, "weather"), "weather")).toEqual(other);
  });
});

describe("removing from PicoClaw's config", () => {
  const { format } = parseHost("picoclaw");
  const built = build("picoclaw", weather).config;

  it("returns to the file as PicoClaw writes it", () => {
    const defaults = { observer_timeout_ms: 500, interceptor_timeout_ms: 5000, approval_timeout_ms: 60_000 };
    const file = { hooks: { enabled: true, defaults }, tools: { mcp: { enabled: false, discovery: { ttl: 5 } } } };
    expect(format.remove(format.merge(file, built, "weather"), "weather")).toEqual(file);
  });

  it("keeps an MCP server of the same name that is not a hook", () => {
    const mcp = {
      enabled: true,
      servers: { weather: { enabled: true, command: "weather-server", args: ["--stdio"] } },
    };
    expect(format.remove({ hooks: built.hooks, tools: { mcp } }, "weather")).toEqual({ tools: { mcp } });
  });

  it("removes only the server if the process entry is gone", () => {
    expect(format.remove({ tools: built.tools }, "weather")).toEqual({});
  });
});
