import { parseLauncherCommand } from "@agent-hook/sdk/launcher";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type HookSummary, parseHost } from "../src/host-config/index.js";

type Json = Record<string, unknown>;

const { format } = parseHost("docker-agent");
const COMMAND = ["/opt/node", "/srv/hook.js"];
const observer: HookSummary = {
  name: "log",
  points: ["onEvent"],
  tools: [],
  onFailure: "continue",
  hosts: ["picoclaw", "docker-agent", "mcp"],
  deadlines: { interceptMs: 4500, approveMs: 55_000, oneCallMs: 4500 },
};
const redactor: HookSummary = { ...observer, name: "redact", points: ["beforeLlm", "afterTool"], onFailure: "block" };
const guard: HookSummary = { ...observer, name: "guard", points: ["approveTool"], onFailure: "block" };
const rewriter: HookSummary = { ...guard, name: "rewriter", points: ["beforeTool", "approveTool"] };

function build(hook: HookSummary, version?: string, more: Json = {}) {
  const launch = { name: hook.name, command: COMMAND, launcher: "/srv/guard.sh", ...more };
  return format.build(hook, { ...launch, ...(version === undefined ? {} : { version }) });
}

interface Entry {
  readonly name: string;
  readonly command: string;
  readonly timeout: number;
}
interface Matched extends Entry {
  readonly matcher: string;
  readonly preempt_yolo?: boolean;
  readonly hooks: readonly Entry[];
}
type Events = Readonly<Record<string, readonly Matched[]>>;

function events(hook: HookSummary, version?: string): Events {
  const { config } = build(hook, version);
  return (config.hooks ?? config) as unknown as Events;
}

const launched = (entry: Entry | undefined) => parseLauncherCommand(entry?.command ?? "");
const hostsOf = (entries: readonly Matched[] = []) => entries.map(({ hooks }) => launched(hooks[0])?.command.at(-1));

describe("the events of a hook", () => {
  it.each([
    [["beforeLlm"], ["before_llm_call"]],
    [["afterLlm"], ["after_llm_call"]],
    [["beforeTool"], ["pre_tool_use"]],
    [["approveTool"], ["pre_tool_use"]],
    [["afterTool"], ["tool_response_transform"]],
  ] as const)("are exactly those of its points: %j gives %j", (points, names) => {
    expect(Object.keys(events({ ...redactor, points }))).toEqual(names);
  });

  it("are left out if they concern only the hook's own tools, which docker-agent does not support", () => {
    const weather: HookSummary = {
      ...guard,
      points: ["beforeLlm", "beforeTool", "approveTool", "afterTool"],
      forTools: ["beforeLlm", "beforeTool"],
      tools: [{ name: "get_weather" }],
    };
    const { pre_tool_use, ...others } = events(weather);
    expect(Object.keys(others)).toEqual(["tool_response_transform"]);
    expect(hostsOf(pre_tool_use)).toEqual(["docker-agent@v1.123.0/preempt"]);
    const toolsAlone = { ...weather, points: ["beforeLlm", "beforeTool"], onFailure: "continue" } as const;
    expect(() => build(toolsAlone)).toThrow(/handles no events .*\n.*over MCP; add to the agent's toolsets/);
  });

  it("include, with onEvent, all events of the version except those that make headless runs hang", () => {
    const names = Object.keys(events(observer));
    expect(names).toHaveLength(26 - 3 - 4);
    expect(names).toEqual(expect.arrayContaining(["worktree_create", "post_tool_use", "permission_request", "stop"]));
    const hanging = ["on_user_input", "notification", "on_max_iterations"];
    expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(hanging.join("|"))]));
    expect(Object.keys(events(observer, "v1.58.0"))).toHaveLength(23 - 3 - 4);
  });

  it("are only those of the kinds that a hook names, of which none makes runs hang", () => {
    const named = { ...observer, events: ["prompt", "tool.end", "notification"] };
    expect(Object.keys(events(named))).toEqual(["post_tool_use", "user_prompt_submit", "user_followup_submit"]);
    expect(Object.keys(events(named, "v1.58.0"))).toEqual(["post_tool_use", "user_prompt_submit"]);
  });

  it("include the events that the user names, with a warning for one that makes runs hang and a note for one that is too new", () => {
    const native = { "docker-agent": ["session_start", "notification", "worktree_create"], picoclaw: ["x"] };
    const { config, notes } = build({ ...guard, native }, "v1.58.0");
    expect(Object.keys(config.hooks as Json)).toEqual(["pre_tool_use", "session_start", "notification"]);
    expect(notes).toContain("Omitted, since docker-agent v1.58.0 does not support it: worktree_create.");
    expect(notes).toContain("Warning: with a hook at notification, headless runs of docker-agent may hang forever.");
  });

  it("get one entry each: a list of hooks, below a matcher if the event takes one", () => {
    const { stop, post_tool_use: after } = events(observer);
    expect(stop).toEqual([{ name: "log", type: "command", command: expect.any(String), timeout: 10 }]);
    expect(after).toEqual([{ matcher: "*", hooks: [expect.objectContaining({ name: "log", timeout: 10 })] }]);
  });
});

describe("the variants of pre_tool_use", () => {
  it("are, for a guard, only the one before the approvals", () => {
    expect(events(guard).pre_tool_use).toMatchObject([{ matcher: "*", preempt_yolo: true }]);
    expect(hostsOf(events(guard, "v1.89.0").pre_tool_use)).toEqual(["docker-agent@v1.89.0/preempt"]);
  });

  it.each<[what: string, hook: HookSummary]>([
    ["a guard that may rewrite", rewriter],
    ["a hook that may deny and continues on failure", { ...rewriter, onFailure: "continue", points: ["beforeTool"] }],
    ["a hook of the native event", { ...observer, points: [], native: { "docker-agent": ["pre_tool_use"] } }],
  ])("are, for %s, both", (_, hook) => {
    const { pre_tool_use: entries } = events(hook);
    expect(entries?.map(({ preempt_yolo }) => preempt_yolo)).toEqual([true, undefined]);
    expect(hostsOf(entries)).toEqual(["docker-agent@v1.123.0/preempt", "docker-agent@v1.123.0"]);
  });

  it.each<[what: string, hook: HookSummary]>([
    ["a guard", rewriter],
    ["a hook that may deny and continues on failure", { ...rewriter, onFailure: "continue", points: ["beforeTool"] }],
  ])("are, for %s on a version without preempt, only the default one, with a note that it fails open", (_, hook) => {
    const { pre_tool_use: entries } = events(hook, "v1.88.0");
    expect(entries).toEqual([{ matcher: "*", hooks: [expect.anything()] }]);
    expect(hostsOf(entries)).toEqual(["docker-agent@v1.88.0"]);
    const note = "Not enforceable: docker-agent v1.88.0 does not call";
    expect(build(hook, "v1.88.0").notes.join("\n")).toContain(note);
  });

  it("get no note about failing open for a hook that cannot deny there", () => {
    expect(build(redactor, "v1.58.0").notes.join("\n")).not.toContain("Not enforceable");
  });
});

describe("the command in a docker-agent config", () => {
  it("is the launcher, with limits above the hook's own", () => {
    const hook = {
      ...rewriter,
      deadlines: { interceptMs: 1000, approveMs: 8000, oneCallMs: 9000 },
      native: { "docker-agent": ["stop"] },
    };
    const { pre_tool_use: before, stop } = events(hook) as Events & { readonly stop: readonly Entry[] };
    expect(launched(before?.[1]?.hooks[0])).toEqual({
      launcher: "/srv/guard.sh",
      mode: "block",
      host: "docker-agent",
      event: "pre_tool_use",
      seconds: 11,
      command: [...COMMAND, "--host", "docker-agent@v1.123.0"],
    });
    expect(before?.[1]?.hooks[0]?.timeout).toBe(15);
    expect(launched(stop[0])).toMatchObject({ event: "stop", seconds: 3 });
    expect(stop[0]?.timeout).toBe(7);
  });

  it.each([
    ["that blocks", "block", "block", { ...redactor, points: ["approveTool", "afterTool"] }],
    [
      "that approves tool calls",
      "block",
      "continue",
      { ...redactor, onFailure: "continue", points: ["approveTool", "afterTool"] },
    ],
    [
      "that continues",
      "continue",
      "continue",
      { ...redactor, onFailure: "continue", points: ["beforeTool", "afterTool"] },
    ],
  ] as const)("of a hook %s has mode %s before a tool and %s after it", (_, before, after, hook) => {
    const all = events(hook);
    expect(launched(all.pre_tool_use?.[0]?.hooks[0])?.mode).toBe(before);
    expect(launched(all.tool_response_transform?.[0]?.hooks[0])?.mode).toBe(after);
  });

  it("is rejected for a path that no shell can pass on", () => {
    expect(() => build(guard, undefined, { command: ["/opt/node", "/srv/a\\b.js"] })).toThrow("has a backslash");
  });
});

describe("a hook for docker-agent", () => {
  it.each([
    [{ ...guard, deadlines: undefined }, "which have a manifest: remove --intercept and --observe"],
    [{ ...guard, hosts: ["picoclaw"] }, '"guard" was built with an SDK that does not support docker-agent'],
    [{ ...guard, points: [] }, '"guard" handles no events of docker-agent v1.123.0'],
  ])("that docker-agent cannot use is rejected with an explanation", (hook, message) => {
    const { deadlines, ...rest } = hook;
    expect(() => build(deadlines === undefined ? rest : { ...rest, deadlines })).toThrow(message);
  });

  it("is rejected for a version that was not tested", () => {
    expect(() => build(guard, "v1.57.0")).toThrow("docker-agent v1.57.0 is untested: expected v1.58.0 or later");
  });

  it("with tools gets the toolset to add, if it serves MCP", () => {
    const tools = { ...guard, tools: [{ name: "get_weather" }] };
    expect(build(tools).notes.join("\n")).toContain(
      '{"type":"mcp","command":"/opt/node","args":["/srv/hook.js","--host","mcp"]}',
    );
    expect(build({ ...tools, hosts: ["docker-agent"] }).notes.join("\n")).toContain("does not serve MCP");
  });

  it.each<[what: string, hook: HookSummary, version: string, said: readonly boolean[]]>([
    ["a hook that looks at results and blocks", redactor, "v1.123.0", [true, true]],
    ["a hook that continues on failure", { ...redactor, onFailure: "continue" }, "v1.123.0", [false, true]],
    ["an older version", redactor, "v1.58.0", [false, false]],
    ["a guard", guard, "v1.123.0", [false, false]],
  ])("gets warnings about large results and slow answers: %s", (_, hook, version, said) => {
    const notes = build(hook, version).notes.join("\n");
    expect(["above 50 KiB or 2000 lines", "build the hook"].map((part) => notes.includes(part))).toEqual(said);
  });

  it("gets a note about naming an older version, unless a version is named", () => {
    const note =
      "docker-agent does not report its version; this is for v1.123.0. For an older one: docker-agent@v1.58.0";
    expect(build(guard).notes).toContain(note);
    expect(build(guard, "v1.123.0").notes).not.toContain(note);
  });

  it("whose launcher is in npx's cache gets a warning", () => {
    const { notes } = build(guard, undefined, { launcher: "/home/me/.npm/_npx/1/node_modules/x/guard.sh" });
    expect(notes.join("\n")).toContain("install agent-hook");
  });
});

describe("a docker-agent file", () => {
  const merge = (file: Json, hook = guard, version?: string) =>
    format.merge(file, build(hook, version).config, hook.name, version) as Json;
  const ourEntries = events(guard).pre_tool_use;

  it("of agents gets the hook for every agent", () => {
    const other = { type: "command", command: "x" };
    const file = {
      agents: { root: null, helper: { model: "m", hooks: { stop: [other], pre_tool_use: null } } },
      models: {},
    };
    expect(merge(file)).toEqual({
      agents: {
        root: { hooks: { pre_tool_use: ourEntries } },
        helper: { model: "m", hooks: { stop: [other], pre_tool_use: ourEntries } },
      },
      models: {},
    });
  });

  it.each([
    ["settings", { settings: { theme: "x" } }, { settings: { theme: "x", hooks: { pre_tool_use: ourEntries } } }],
    ["nothing", {}, { pre_tool_use: ourEntries }],
    ["only events", { stop: [{ type: "command" }] }, { stop: [{ type: "command" }], pre_tool_use: ourEntries }],
  ])("of %s gets the hook in the place that docker-agent reads", (_, file, expected) => {
    expect(merge(file)).toEqual(expected);
  });

  it("keeps the fields of an existing entry that we do not set, and its position", () => {
    const [entry] = ourEntries as unknown as [{ hooks: [Json] }];
    const mine = { ...entry, matcher: "shell", hooks: [{ ...entry.hooks[0], timeout: 1, env: { A: "b" } }] };
    const log = { hooks: [{ type: "command", command: "log" }] };
    expect(merge({ pre_tool_use: [mine, log] })).toEqual({
      pre_tool_use: [{ ...entry, hooks: [{ ...entry.hooks[0], env: { A: "b" } }] }, log],
    });
  });

  it.each([
    ["for another event", (command: string) => command.replace("|| printf", "|| true; printf")],
    ["of another folder", (command: string) => command.replace("/srv/guard.sh", "/it's an/old/guard.sh")],
  ])("recognises an entry as ours if its launcher is %s", (_, change) => {
    const [entry] = ourEntries as unknown as [{ hooks: [{ command: string }] }];
    const mine = { ...entry, hooks: [{ ...entry.hooks[0], command: change(entry.hooks[0].command) }] };
    expect(mine).not.toEqual(entry);
    expect(merge({ pre_tool_use: [mine] })).toEqual({ pre_tool_use: ourEntries });
  });

  it("keeps the hooks of others in the group that holds our hook", () => {
    const log = { type: "command", command: "log" };
    const [entry] = ourEntries as unknown as [{ hooks: [Json] }];
    const file = { pre_tool_use: [{ matcher: "shell", hooks: [log, entry.hooks[0]] }] };
    expect(merge(file)).toEqual({ pre_tool_use: [{ matcher: "shell", hooks: [log] }, entry] });
    expect(format.remove(file, "guard")).toEqual({ pre_tool_use: [{ matcher: "shell", hooks: [log] }] });
  });

  it("loses the events that the hook no longer handles", () => {
    expect(Object.keys(merge(merge({}, { ...observer, name: "guard" })))).toEqual(["pre_tool_use"]);
    expect(merge(merge({}, { ...rewriter, name: "guard" }))).toEqual({ pre_tool_use: ourEntries });
  });

  it.each([
    [{ mcpServers: {} }, undefined, 'expected "agents"'],
    [{ agents: [] }, undefined, "agents: expected a mapping from names to agents"],
    [{ agents: {} }, undefined, "agents: expected at least one"],
    [{ agents: { root: "x" } }, undefined, "agents.root: expected a mapping, got a string"],
    [{ agents: { root: { hooks: [] } } }, undefined, "agents.root.hooks: expected a mapping, got a list"],
    [{ pre_tool_use: { hooks: [] } }, undefined, "pre_tool_use: expected a list, got a mapping: put a dash before"],
    [{}, "v1.99.0", "docker-agent v1.99.0 has no hooks.d"],
    [{ settings: {} }, "v1.96.0", "docker-agent v1.96.0 has no settings.hooks"],
    [
      { version: "2", agents: { a: {} } },
      "v1.58.0",
      'version "2" of this file does not support named hooks: make it "8"',
    ],
    [{ version: 7, agents: { a: {} } }, "v1.58.0", "version 7 of this file does not support named hooks"],
    [{ version: "10", agents: { a: {} } }, undefined, 'does not support preempt_yolo: make it "11" or later'],
  ])("without a place for the hook is rejected with an explanation: %j", (file, version, message) => {
    expect(() => merge(file as Json, guard, version)).toThrow(message);
  });

  it("with an old schema is rejected for events that the schema does not have", () => {
    const file = { version: "8", agents: { a: {} } };
    expect(() => merge(file, observer)).toThrow(
      'does not support user_steering_messages_submit, user_followup_submit and worktree_create: make it "10"',
    );
    expect(() => merge({ ...file, version: "8" }, redactor)).not.toThrow();
    expect(() => merge({ ...file, version: "11" }, rewriter)).not.toThrow();
  });

  it("is unchanged by a second merge, and returns to its first content after a removal", () => {
    const hook = fc.constantFrom(observer, redactor, guard, rewriter);
    const existing = fc.constantFrom<Json>(
      {},
      merge({}, { ...rewriter, name: "other" }),
      merge({}, { ...observer, name: "other" }),
      { pre_tool_use: [{ hooks: [{ command: "x" }] }], session_start: [{ command: "y" }] },
    );
    const files = fc.oneof(
      existing,
      fc.tuple(existing, existing).map(([a, b]) => ({
        agents: { a: { model: "m", ...(Object.keys(a).length > 0 ? { hooks: a } : {}) }, b: { hooks: b, x: {} } },
      })),
      existing.map((hooks) => ({ settings: Object.keys(hooks).length > 0 ? { hooks } : {} })),
    );
    fc.assert(
      fc.property(hook, files, (one, file) => {
        // An empty `hooks` mapping is removed together with the last hook.
        fc.pre(!JSON.stringify(file).includes('"hooks":{}'));
        const once = merge(file, one);
        expect(merge(once, one)).toEqual(once);
        expect(format.remove(once, one.name)).toEqual(file);
        expect(format.remove(file, one.name)).toBe(file);
      }),
    );
  });
});

describe("the notes on where to put the config", () => {
  const notes = (file?: Json, version?: string) =>
    format.placeNotes?.(file, { name: "guard", command: COMMAND, ...(version ? { version } : {}) })?.join("\n");

  it.each([
    [undefined, undefined, "~/.config/cagent/hooks.d/guard.yaml, which docker-agent run reads"],
    [undefined, "v1.58.0", "Paste it under every agent"],
    [{}, undefined, "only reads such a file in ~/.config/cagent/hooks.d"],
    [{ settings: {} }, undefined, "docker-agent serve, eval and similar commands do not read it"],
    [{ agents: { a: {}, b: { harness: { type: "x" } } } }, undefined, 'b: it runs another agent program ("harness")'],
  ])("name the place: %j %s", (file, version, note) => {
    expect(notes(file, version)).toContain(note);
  });
});
