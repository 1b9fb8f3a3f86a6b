import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { describe, expect, it } from "vitest";
import { filterFindings } from "../src/doctor/filter-findings.js";
import { narrowProblems } from "../src/doctor/launched/narrow-matcher.js";
import { unmatchedProblems } from "../src/doctor/launched/unmatched.js";
import { type HookSummary, parseHost } from "../src/host-config/index.js";
import { AGENTS_HOSTS, COMMAND_HOOK_HOSTS } from "../src/host-config/installs.js";
import { assertFiltersMatch, unmatchedFilters } from "../src/host-config/unmatched-filters.js";

type Json = Record<string, unknown>;

/** Cline has no matchers. */
const HOSTS = [...COMMAND_HOOK_HOSTS, ...AGENTS_HOSTS].filter(({ matchers }) => matchers !== undefined);
const observer: HookSummary = {
  name: "edits",
  points: ["beforeTool", "afterTool"],
  toolFilters: { beforeTool: { kinds: ["edit"] }, afterTool: { kinds: ["edit", "write"] } },
  tools: [],
  onFailure: "continue",
  hosts: [...HOSTS.map(({ name }) => name), "mcp"],
  deadlines: { interceptMs: 4500, approveMs: 55_000, oneCallMs: 4500 },
};
const shell = { kinds: ["shell"] } as const;
const guard: HookSummary = {
  ...observer,
  points: ["approveTool"],
  toolFilters: { approveTool: shell },
  onFailure: "block",
};

/** Returns the matchers of a hook's entries, by event. */
function matchersOf(host: string, hook: HookSummary, more: Json = {}): Json {
  const launch = { name: hook.name, command: ["/opt/node", "/srv/hook.js"], launcher: "/srv/guard.sh", ...more };
  const { config } = parseHost(host).format.build(hook, launch);
  const lists = (config.hooks ?? config) as Readonly<Record<string, readonly [Json]>>;
  return Object.fromEntries(Object.entries(lists).map(([event, [item]]) => [event, item.matcher]));
}

function notesOf(host: string, hook: HookSummary): string {
  const launch = { name: hook.name, command: ["/opt/node", "/srv/hook.js"], launcher: "/srv/guard.sh" };
  return parseHost(host).format.build(hook, launch).notes.join("\n");
}

describe("the matchers in a config", () => {
  it("are the names of the host's tools", () => {
    expect(Object.fromEntries(HOSTS.map(({ name }) => [name, matchersOf(name, observer)]))).toMatchInlineSnapshot(`
      {
        "claude-code": {
          "PostToolUse": "^(?:Write|Edit|MultiEdit|NotebookEdit)$",
          "PostToolUseFailure": "^(?:Write|Edit|MultiEdit|NotebookEdit)$",
          "PreToolUse": "^(?:Edit|MultiEdit|NotebookEdit)$",
        },
        "codex": {
          "PostToolUse": "^(?:apply_patch)$",
          "PreToolUse": "^(?:apply_patch)$",
        },
        "copilot": {
          "postToolUse": "^(?:create|edit|apply_patch|str_replace_editor)$",
          "postToolUseFailure": "^(?:create|edit|apply_patch|str_replace_editor)$",
          "preToolUse": "^(?:edit|apply_patch|str_replace_editor)$",
        },
        "docker-agent": {
          "pre_tool_use": "^(?:edit_file|lsp_rename|lsp_format)$",
          "tool_response_transform": "^(?:write_file|create_directory|remove_directory|export_plan_to_file|edit_file|lsp_rename|lsp_format)$",
        },
        "droid": {
          "PostToolUse": "^(?:Create|Edit|ApplyPatch)$",
          "PreToolUse": "^(?:Edit|ApplyPatch)$",
        },
        "gemini": {
          "AfterTool": "^(?:write_file|replace)$",
          "BeforeTool": "^(?:replace)$",
        },
        "kilo": {
          "tool.execute.after": "^(?:write|edit|apply_patch|notebook_edit)$",
          "tool.execute.before": "^(?:edit|apply_patch|notebook_edit)$",
        },
        "kimi": {
          "PostToolUse": "^(?:Write|Edit)$",
          "PostToolUseFailure": "^(?:Write|Edit)$",
          "PreToolUse": "^(?:Edit)$",
        },
        "opencode": {
          "tool.execute.after": "^(?:write|edit|patch|apply_patch)$",
          "tool.execute.before": "^(?:edit|patch|apply_patch)$",
        },
        "qwen": {
          "PostToolUse": "^(?:write_file|edit|notebook_edit)$",
          "PostToolUseFailure": "^(?:write_file|edit|notebook_edit)$",
          "PreToolUse": "^(?:edit|notebook_edit)$",
        },
      }
    `);
  });

  it("of a guard exclude the known tools of other kinds, where the host's expressions can", () => {
    expect(Object.fromEntries(HOSTS.map(({ name }) => [name, matchersOf(name, guard)]))).toMatchInlineSnapshot(`
      {
        "claude-code": {
          "PreToolUse": "^(?:(?!(?:Read|NotebookRead|LS|Write|Edit|MultiEdit|NotebookEdit|Grep|Glob|LSP|ToolSearch|WebFetch|WebSearch|mcp__.*)$).*)$",
        },
        "codex": {
          "PreToolUse": "^(?:Bash)$",
        },
        "copilot": {
          "preToolUse": "^(?:(?!(?:view|create|edit|apply_patch|str_replace_editor|grep|rg|glob|web_fetch|web_search)$).*)$",
        },
        "docker-agent": {
          "pre_tool_use": "^(?:shell|run_background_job|run_tools_with_javascript)$",
        },
        "droid": {
          "PreToolUse": "^(?:(?!(?:Read|LS|Create|Edit|ApplyPatch|Grep|Glob|FetchUrl|WebSearch)$).*)$",
        },
        "gemini": {
          "BeforeTool": "^(?:(?!(?:read_file|read_many_files|list_directory|read_background_output|write_file|replace|grep_search|search_file_content|glob|web_fetch|google_web_search|mcp_.*)$).*)$",
        },
        "kilo": {
          "tool.execute.before": "^(?:(?!(?:read|notebook_read|write|edit|apply_patch|notebook_edit|glob|grep|lsp|semantic_search|webfetch|websearch)$).*)$",
        },
        "kimi": {
          "PreToolUse": "^(?:(?!(?:Read|ReadMediaFile|Write|Edit|Grep|Glob|FetchURL|WebSearch|mcp__.*)$).*)$",
        },
        "opencode": {
          "tool.execute.before": "^(?:(?!(?:read|write|edit|patch|apply_patch|glob|grep|lsp|webfetch|websearch)$).*)$",
        },
        "qwen": {
          "PreToolUse": "^(?:(?!(?:read_file|list_directory|zoom_image|display_image|write_file|edit|notebook_edit|grep_search|glob|lsp|tool_search|web_fetch|web_search|mcp__.*)$).*)$",
        },
      }
    `);
  });

  it("are missing for a hook that needs all calls", () => {
    const { toolFilters: _, ...all } = observer;
    for (const { name } of HOSTS) {
      const none = Object.values(matchersOf(name, all)).filter((matcher) => matcher !== undefined && matcher !== "*");
      expect(none, name).toEqual([]);
      expect(notesOf(name, all)).not.toContain("filter");
    }
  });

  it("are missing at an event that the hook also handles itself", () => {
    const named = { ...observer, points: [...observer.points, "onEvent" as const], events: ["tool.start"] };
    expect(matchersOf("claude-code", named).PreToolUse).toBeUndefined();
    expect(matchersOf("claude-code", named).PostToolUse).toBeDefined();
    const native = { ...observer, native: { "claude-code": ["PreToolUse"] } };
    expect(matchersOf("claude-code", native).PreToolUse).toBeUndefined();
    expect(matchersOf("claude-code", native).PostToolUse).toBeDefined();
  });

  it("are those of both points before a tool, because one call covers both", () => {
    const both: HookSummary = {
      ...guard,
      points: ["beforeTool", "approveTool"],
      toolFilters: { beforeTool: { names: ["x"] }, approveTool: shell },
      onFailure: "continue",
    };
    expect(matchersOf("codex", both)).toEqual({ PreToolUse: "^(?:Bash|x)$" });
    expect(matchersOf("codex", { ...both, toolFilters: { approveTool: shell } })).toEqual({ PreToolUse: undefined });
  });

  it("are missing if the hook's MCP server is called: no process starts", () => {
    const served = matchersOf("claude-code", { ...observer, tools: [{ name: "t" }] }, { mcpTool: true });
    expect(served).toMatchObject({ PreToolUse: undefined });
  });

  it("come with a note that explains when to write them again, or why there is none", () => {
    for (const { name } of HOSTS) {
      expect(notesOf(name, guard)).toContain("run this again after a change of the filter");
      const mcp = { ...guard, toolFilters: { approveTool: { names: ["two words"] } } };
      expect(notesOf(name, mcp)).toContain("no matcher can express its filter");
    }
  });
});

describe.each(HOSTS)("doctor for $title", (host) => {
  const event = Object.entries(HOST_EVENTS[host.name] ?? {}).find(([, { point }]) => point === "beforeTool")?.[0] ?? "";
  const found = (matcher: string | undefined, hook = guard) =>
    narrowProblems({ event, ...(matcher === undefined ? {} : { matcher }) }, hook, host);
  const [tool] = [...(host.matchers?.kinds ?? [])].find(([, kind]) => kind === "shell") ?? [""];

  it("accepts a matcher as config writes it, or for all tools, and reports one that hides a tool of the filter", () => {
    const all = [undefined, ".*", ...(host.matchers?.noWildcards?.includes("*") ? [] : ["*"])];
    for (const matcher of [matchersOf(host.name, guard)[event] as string, ...all]) {
      expect(found(matcher), matcher).toEqual([]);
    }
    // For example, a matcher from an older table.
    for (const matcher of ["nothing", `${tool}_`, "^$", "Read|read_file|view"]) {
      expect(found(matcher), matcher).toEqual([["narrow-matcher", expect.stringContaining(tool)]]);
    }
    // Other findings cover a hook that needs all calls.
    const { toolFilters: _, ...unfiltered } = guard;
    expect(found("nothing", unfiltered)).toBeUndefined();
  });
});

describe("a matcher that selects no known tool of Claude Code", () => {
  const [claude] = COMMAND_HOOK_HOSTS;
  const found = (matcher: string, host = claude as (typeof COMMAND_HOOK_HOSTS)[number]) =>
    unmatchedProblems({ event: "PreToolUse", matcher }, host);

  it.each([
    ["bash", "names are exact, and it has Bash"],
    ["^(?:multi_edit|write)$", "it has Write and MultiEdit"],
    ["run_shell_command", "it names one of Gemini CLI"],
  ])("is reported if it names a tool in another spelling, or one of another agent: %s", (matcher, why) => {
    expect(found(matcher)).toEqual([["matches-nothing", expect.stringContaining(why), expect.any(String)]]);
  });

  it.each(["Bash", "bash|Edit", "", "*", "mcp__github__.*", "Task", "(", "^(?:Read)$"])(
    "is not if it may name another tool, or selects one: %s",
    (matcher) => expect(found(matcher)).toEqual([]),
  );
});

describe("the filter of a guard that can match no tool of a host", () => {
  const withFilter = (filter: object) =>
    ({ ...guard, guardFilters: [{ hook: "g", point: "beforeTool", ...filter }] }) as HookSummary;
  const fetches = withFilter({ kinds: ["fetch"] });
  const named = withFilter({ names: ["bash"] });

  it("ends config and add if the hook would not start, and is a warning otherwise", () => {
    expect(() => assertFiltersMatch("codex", "Codex", fetches)).toThrow("tools of Codex have no kind fetch");
    for (const host of ["claude-code", "mcp-gateway", "mcp"]) assertFiltersMatch(host, host, fetches);
    assertFiltersMatch("claude-code", "Claude Code", named);
    expect(unmatchedFilters("claude-code", "Claude Code", named)).toEqual([
      expect.stringContaining("the tools of Claude Code are called Bash"),
    ]);
    // Its tools come later, but all of them have the kind mcp.
    expect(unmatchedFilters("mcp-gateway", "The gateway", fetches)).toHaveLength(1);
    expect(unmatchedFilters("copilot", "Copilot CLI", named)).toEqual([]);
  });

  it("is a warning for each name that is another spelling of a tool that the filter misses, whatever else matches", () => {
    const warnings = (filter: object) => unmatchedFilters("claude-code", "Claude Code", withFilter(filter));
    expect(warnings({ names: ["bash", "Write", "read", "pay"] })).toEqual([
      expect.stringContaining(
        "has the names bash, read, but the tools of Claude Code are called Bash, Read. Names are",
      ),
    ]);
    expect(warnings({ kinds: ["read"], names: ["bash"] })).toHaveLength(1);
    // Those of other hosts, if the tool itself is matched too.
    expect(warnings({ names: ["bash", "Bash"] })).toEqual([]);
    expect(warnings({ kinds: ["shell"], names: ["bash"] })).toEqual([]);
  });

  it("is a warning for a filter that a hook applies itself, which ends neither config nor add", () => {
    const limits = {
      ...guard,
      ownFilters: [{ hook: "rate-limit", option: "limits[1]", kinds: ["fetch"] }],
    } as HookSummary;
    expect(() => assertFiltersMatch("codex", "Codex", limits)).not.toThrow();
    const problem = 'hook "rate-limit": the filter of limits[1] matches no tool: tools of Codex have no kind fetch';
    expect(unmatchedFilters("codex", "Codex", limits)).toEqual([expect.stringContaining(problem)]);
    expect(filterFindings({ manifest: limits }, { name: "codex", title: "Codex" })).toMatchObject([
      { id: "matches-nothing", severity: "problem" },
    ]);
    expect(unmatchedFilters("claude-code", "Claude Code", limits)).toEqual([]);
  });

  it("is a finding of doctor", () => {
    const found = filterFindings({ manifest: named }, { name: "claude-code", title: "Claude Code" });
    expect(found).toMatchObject([{ id: "matches-nothing", severity: "problem" }]);
    expect(filterFindings({ manifest: guard }, { name: "claude-code", title: "Claude Code" })).toEqual([]);
  });
});
