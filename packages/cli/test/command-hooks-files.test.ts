import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { json } from "../src/config/json.js";
import { type HookSummary, parseHost } from "../src/host-config/index.js";
import { commentsOf, forms, objects, plainForms, written } from "./config-text.js";

type Json = Record<string, unknown>;

const HOSTS = ["claude-code", "codex", "gemini", "copilot"] as const;
type Host = (typeof HOSTS)[number];

const EVENTS = {
  "claude-code": ["PreToolUse", "PostToolUse", "Stop"],
  codex: ["PreToolUse", "PostToolUse", "Stop"],
  gemini: ["BeforeTool", "AfterTool", "AfterAgent"],
  copilot: ["preToolUse", "postToolUse", "agentStop"],
} as const;

const guard: HookSummary = {
  name: "guard",
  points: ["beforeTool", "approveTool", "afterTool"],
  tools: [{ name: "get_weather" }],
  onFailure: "block",
  hosts: [...HOSTS, "mcp"],
  deadlines: { interceptMs: 4500, approveMs: 55_000, oneCallMs: 4500 },
};

function built(host: Host, hook = guard, name = "guard"): Json {
  const launch = { name, command: ["/opt/node", "/srv/it's a $hook.js"], launcher: "/srv/guard.sh" };
  return parseHost(host).format.build(hook, launch).config;
}

const merged = (host: Host, file: Json, hook = guard, name = "guard") =>
  parseHost(host).format.merge(file, built(host, hook, name), name) as Json;
const removed = (host: Host, file: Json, name = "guard") => parseHost(host).format.remove(file, name) as Json;
const lists = (file: Json) => (file.hooks ?? {}) as Record<string, unknown[]>;
const ourEntry = (host: Host, event: string) => lists(built(host))[event]?.[0] as Json;

const otherEntry = (host: Host, command: string): Json =>
  host === "copilot"
    ? { type: "command", bash: command, timeoutSec: 5 }
    : { matcher: "Bash", hooks: [{ type: "command", command, timeout: 5, statusMessage: "guard" }] };

/** Possible contents of a file beforehand: settings, other hooks, an MCP server. */
function files(host: Host): fc.Arbitrary<Json> {
  const list = fc
    .array(fc.constantFrom("echo a", "node 'x.js' # no comment", "// }"), { minLength: 1, maxLength: 3 })
    .map((commands) => commands.map((command) => otherEntry(host, command)));
  const hooks = fc.dictionary(fc.constantFrom(...EVENTS[host]), list, { minKeys: 1, noNullPrototype: true });
  const servers = fc.constantFrom(undefined, { guard: { command: "mine" } }, { other: { command: "x", args: ["y"] } });
  const head = host === "copilot" ? { version: 1 } : {};
  return fc
    .record({
      others: host === "codex" ? fc.constantFrom({}, { description: "mine" }) : objects,
      hooks: fc.option(hooks),
      servers,
      last: fc.boolean(),
    })
    .map(({ others, hooks: given, servers: mcpServers, last }) => {
      const ours = {
        ...head,
        ...(given === null ? {} : { hooks: given }),
        ...(mcpServers === undefined || host === "gemini" || host === "codex" ? {} : { mcpServers }),
      };
      return last ? { ...others, ...ours } : { ...ours, ...others };
    })
    .filter((file) => !("disableAllHooks" in file));
}

const formsOf = (host: Host) =>
  host === "gemini" ? forms.map((form) => ({ ...form, trailingCommas: false })) : plainForms;

describe.each(HOSTS)("a file of %s", (host) => {
  it("returns to the same bytes when the hook is removed, and does not change on a second merge", () => {
    fc.assert(
      fc.property(files(host), formsOf(host), (file, form) => {
        const before = written(file, form);
        const once = merged(host, file);
        const text = json.edit(before, once);
        expect(json.parse("x", text)).toEqual(once);
        expect(merged(host, once)).toEqual(once);
        expect(json.edit(text, once)).toBe(text);
        expect(commentsOf(text)).toEqual(commentsOf(before));
        expect(removed(host, once)).toEqual(file);
        expect(json.edit(text, removed(host, once))).toBe(before);
      }),
    );
  });

  it("keeps every hook of others in its place and adds ours after them", () => {
    fc.assert(
      fc.property(files(host), (file) => {
        const after = lists(merged(host, file));
        for (const [event, list] of Object.entries(lists(file)))
          expect(after[event]?.slice(0, list.length)).toEqual(list);
        for (const event of Object.keys(lists(built(host))))
          expect(after[event]?.at(-1)).toEqual(ourEntry(host, event));
      }),
    );
  });

  it("that was empty is empty again after the removal", () => {
    expect(removed(host, merged(host, {}))).toEqual(host === "copilot" ? { version: 1 } : {});
  });
});

describe("our entry in a file", () => {
  const host = "claude-code";

  it("keeps its position when hooks are added after it, and changes in it are undone", () => {
    const [event] = EVENTS[host];
    const [a, b] = [otherEntry(host, "a"), otherEntry(host, "b")];
    const expected = ourEntry(host, event);
    const changed = JSON.parse(
      JSON.stringify(expected).replace('"type":"command"', '"type":"command","async":true'),
    ) as Json;
    expect(changed).not.toEqual(expected);
    const once = merged(host, {});
    const file = { ...once, hooks: { ...lists(once), [event]: [a, { ...changed, matcher: "Bash" }, b] } };
    expect(lists(merged(host, file))[event]).toEqual([a, expected, b]);
  });

  it("is removed from events that the hook no longer handles", () => {
    const before: HookSummary = { ...guard, points: ["approveTool"], tools: [] };
    expect(merged(host, merged(host, {}), before)).toEqual(merged(host, {}, before));
  });

  it.each(["claude-code", "codex"] as const)("is not taken for another hook's, even next to it: %s", (host) => {
    const both = merged(host, merged(host, {}), guard, "other");
    expect(removed(host, removed(host, both, "other"))).toEqual(removed(host, merged(host, {})));
    const [event] = EVENTS[host];
    expect(lists(both)[event]).toHaveLength(2);
    expect(lists(removed(host, both))[event]).toHaveLength(host === "codex" ? 2 : 1);
  });

  it("is not added if an event holds anything other than a list", () => {
    const [event] = EVENTS[host];
    expect(() => merged(host, { hooks: [] })).toThrow("hooks: expected an object, got an array");
    expect(() => merged(host, { hooks: { [event]: {} } })).toThrow(`hooks.${event}: expected a list, got an object`);
    expect(removed(host, { hooks: { [event]: {} } })).toEqual({ hooks: { [event]: {} } });
  });
});

describe("a group of hooks", () => {
  it("keeps the other hooks of the group that holds our hook", () => {
    const [log] = otherEntry("codex", "log").hooks as [Json];
    const [entry] = ourEntry("codex", "PreToolUse").hooks as [Json];
    const file = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [log, entry] }] } };
    expect(removed("codex", file)).toEqual({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [log] }] } });
    expect(lists(merged("codex", file)).PreToolUse).toEqual([
      { matcher: "Bash", hooks: [log] },
      ourEntry("codex", "PreToolUse"),
    ]);
  });

  it("keeps an empty group for Codex, which trusts positions, if hooks of others follow", () => {
    const [a, b] = [otherEntry("codex", "a"), otherEntry("codex", "b")];
    const expected = ourEntry("codex", "PreToolUse");
    const without = (list: unknown[]) => lists(removed("codex", { hooks: { PreToolUse: list } })).PreToolUse;
    expect(without([a, expected, b])).toEqual([a, { hooks: [] }, b]);
    expect(without([a, b, expected])).toEqual([a, b]);
    expect(without([a, { hooks: [] }, expected])).toEqual([a]);
    expect(without([a, { hooks: [] }])).toEqual([a, { hooks: [] }]);
  });
});

describe("a file that switches hooks off", () => {
  it.each<[Host, Json, string]>([
    ["claude-code", { disableAllHooks: true }, "disableAllHooks is true"],
    ["copilot", { disableAllHooks: true }, "disableAllHooks is true"],
    ["codex", { $schema: "x", description: "x" }, 'unknown key "$schema"; Codex ignores all hooks of such a file'],
    ["gemini", { hooksConfig: { enabled: false } }, "hooksConfig.enabled is false"],
    ["gemini", { hooksConfig: { disabled: ["guard"] } }, 'hooksConfig.disabled has "guard"'],
  ])("is rejected, but the hook can be removed from it: %s %j", (host, file, message) => {
    expect(() => merged(host, file)).toThrow(message);
    expect(removed(host, { ...merged(host, {}), ...file })).toMatchObject(file);
  });

  it.each<[Host, Json]>([
    ["claude-code", { disableAllHooks: false }],
    ["gemini", { hooksConfig: { enabled: true, disabled: ["other"] } }],
  ])("is accepted if it switches off other hooks or none: %s %j", (host, file) => {
    expect(merged(host, file)).toMatchObject(file);
  });
});

describe("Gemini CLI's MCP servers", () => {
  const server = { command: "/opt/node", args: ["/srv/it's a $hook.js", "--host", "mcp"] };

  it("get the hook's server, and lose it when the hook or its tools are removed", () => {
    const other = { other: { command: "x" } };
    const file = merged("gemini", { mcpServers: other });
    expect(file.mcpServers).toEqual({ ...other, guard: server });
    expect(removed("gemini", file).mcpServers).toEqual(other);
    expect(merged("gemini", file, { ...guard, tools: [] }).mcpServers).toEqual(other);
  });

  it("keep a server of the same name that is not a hook", () => {
    const expected = { mcpServers: { guard: { command: "mine" } } };
    expect(removed("gemini", expected)).toEqual(expected);
  });
});
