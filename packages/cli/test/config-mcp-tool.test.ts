import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type HookSummary, parseHost } from "../src/host-config/index.js";
import { fakeHookSource, folder, GUARD } from "./config-folder.js";
import { agentHook } from "./run-command.js";

type Json = Record<string, unknown>;
type Host = "claude-code" | "codex";

const guard: HookSummary = {
  name: "guard",
  points: ["beforeTool", "approveTool"],
  tools: [{ name: "get_weather" }],
  onFailure: "block",
  hosts: ["claude-code", "codex", "gemini", "mcp"],
  deadlines: { interceptMs: 4500, approveMs: 55_000, oneCallMs: 8000 },
};
const continuing: HookSummary = { ...guard, points: ["beforeTool", "afterTool"], onFailure: "continue" };

function build(host: Host, hook: HookSummary, { name = "guard", mcpTool = true } = {}) {
  const launch = { name, command: ["/opt/node", "/srv/my hook.js"], launcher: "/srv/guard.sh" };
  return parseHost(host).format.build(hook, { ...launch, ...(mcpTool && { mcpTool }) });
}

function entriesOf(config: Json): Record<string, Json> {
  const lists = Object.entries(config.hooks as Record<string, readonly { readonly hooks: readonly Json[] }[]>);
  return Object.fromEntries(lists.map(([event, [group]]) => [event, group?.hooks[0] as Json]));
}

const entries = (host: Host, hook: HookSummary) => entriesOf(build(host, hook).config);
const typesOf = (host: Host, hook: HookSummary) =>
  Object.fromEntries(Object.entries(entries(host, hook)).map(([event, { type }]) => [event, type]));
const placeholder = (field: string) => `\${${field}}`;
const notes = (host: Host, hook: HookSummary) => build(host, hook).notes.join("\n");

describe("config with --mcp-tool", () => {
  it("makes Claude Code call the hook's MCP server before a tool and deny if that fails", () => {
    const { input, ...entry } = entries("claude-code", guard).PreToolUse as Json;
    expect(entry).toEqual({
      statusMessage: "guard",
      type: "mcp_tool",
      server: "guard",
      tool: "hook_event",
      timeout: 14,
      onFailure: "block",
    });
    expect(input).toMatchObject({
      hook_event_name: placeholder("hook_event_name"),
      tool_input: placeholder("tool_input"),
    });
  });

  it("has notes on how to add the server, and what applies until it is added", () => {
    expect(notes("claude-code", guard)).toContain(
      "add it: claude mcp add --scope user guard -- /opt/node '/srv/my hook.js' --host mcp/claude-code",
    );
    expect(notes("claude-code", guard)).toContain("Until that server exists, Claude Code denies every tool call");
    expect(notes("claude-code", guard)).toContain("If a project's .mcp.json has a server of that name");
    expect(notes("claude-code", guard)).not.toContain("separate process");
    expect(notes("codex", continuing)).toContain('args = ["/srv/my hook.js","--host","mcp/codex"]');
    expect(notes("codex", continuing)).toContain(
      'Until that server exists, "guard" has no effect at PreToolUse and PostToolUse.',
    );
  });

  it("makes both hosts call the server before and after a tool if the hook continues on failure", () => {
    expect(typesOf("claude-code", continuing)).toEqual({
      PreToolUse: "mcp_tool",
      PostToolUse: "mcp_tool",
      PostToolUseFailure: "mcp_tool",
    });
    expect(typesOf("codex", continuing)).toEqual({ PreToolUse: "mcp_tool", PostToolUse: "mcp_tool" });
    for (const host of ["claude-code", "codex"] as const) {
      for (const entry of Object.values(entries(host, continuing))) expect(entry).not.toHaveProperty("onFailure");
    }
  });

  it("uses the command for events whose answer Claude Code shows, and for events without a tool", () => {
    const hook: HookSummary = {
      ...guard,
      points: ["approveTool", "afterTool"],
      native: { "claude-code": ["Stop"] },
    };
    expect(typesOf("claude-code", hook)).toEqual({
      PreToolUse: "mcp_tool",
      PostToolUse: "command",
      PostToolUseFailure: "command",
      Stop: "command",
    });
    expect(notes("claude-code", hook)).toContain(
      "A separate process still starts at PostToolUse, PostToolUseFailure and Stop: Claude Code shows the unchanged result",
    );
  });

  it.each<[string, HookSummary]>([
    ["blocks", { ...guard, points: ["beforeTool"] }],
    ["approves", { ...continuing, points: ["approveTool", "afterTool"] }],
    ["withholds results", { ...guard, points: ["afterTool"] }],
  ])("is rejected for Codex, which runs the tool on every fault, if the hook %s", (_what, hook) => {
    expect(() => build("codex", hook)).toThrow(
      /^Codex ignores the failure of a hook of type mcp_tool, and "guard" .*: remove --mcp-tool/,
    );
  });

  it("is rejected if no event can use it, and for a server name that the host does not accept", () => {
    expect(() => build("claude-code", { ...guard, points: ["afterTool"] })).toThrow("shows the unchanged result");
    expect(() => build("claude-code", { ...guard, points: ["onEvent"] })).toThrow("handles no tool events");
    expect(() => build("claude-code", { ...guard, hosts: ["claude-code"] })).toThrow("does not serve MCP");
    expect(() => build("claude-code", guard, { name: "my.hook" })).toThrow(
      'Claude Code does not accept the MCP server name "my.hook": pass another --name',
    );
    expect(() => build("codex", continuing, { name: "my+hook" })).toThrow("Codex does not accept the MCP server");
  });

  it.each(["claude-code", "codex"] as const)("writes its entries to a file of %s like all others", (host) => {
    const { format } = parseHost(host);
    const merged = (file: Json, built: Json) => format.merge(file, built, "guard") as Json;
    const otherEntry = { hooks: [{ type: "mcp_tool", server: "theirs", tool: "hook_event", statusMessage: "theirs" }] };
    const file = { hooks: { PreToolUse: [otherEntry] } };
    const [mcpTool, command] = [true, false].map((mcpTool) => build(host, continuing, { mcpTool }).config) as [
      Json,
      Json,
    ];
    const once = merged(file, mcpTool);
    expect((once.hooks as Record<string, unknown[]>).PreToolUse).toHaveLength(2);
    expect(merged(once, mcpTool)).toEqual(once);
    expect(merged(merged(file, command), mcpTool)).toEqual(once);
    expect(merged(once, command)).toEqual(merged(file, command));
    expect(format.remove(once, "guard")).toEqual(file);
  });

  it("is rejected for hosts that cannot call a server", async () => {
    const hook = join(folder(), "guard.cjs");
    writeFileSync(hook, fakeHookSource(GUARD));
    const { code, stderr } = await agentHook(["config", "gemini", "--mcp-tool", "--", process.execPath, hook]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "agent-hook: --mcp-tool: gemini calls no MCP server about tools; claude-code and codex do\n",
    });
  });
});
