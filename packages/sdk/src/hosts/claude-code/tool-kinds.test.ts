import { describe, expect, it } from "vitest";
import { commandOf, pathsOf, type ToolKind } from "../../index.js";
import { kindOf, TOOL_KINDS } from "./tool-kinds.js";

/** The tools of 2.1.330, and older names of some of them. */
const TOOLS: Readonly<Record<Exclude<ToolKind, "mcp" | "plugin">, readonly string[]>> = {
  shell: ["Bash", "PowerShell", "Monitor"],
  read: ["Read", "NotebookRead", "LS"],
  write: ["Write"],
  edit: ["Edit", "MultiEdit", "NotebookEdit"],
  search: ["Grep", "Glob", "LSP", "ToolSearch"],
  fetch: ["WebFetch", "WebSearch"],
  other: [
    ...["Agent", "Skill", "Workflow", "TaskCreate", "TaskStop", "TodoWrite", "CronCreate", "SendMessage"],
    ...["EnterWorktree", "ScheduleWakeup", "ListAgents", "ReportFindings", "bash", "", "constructor", "__proto__"],
  ],
};

describe("the kind of a tool of Claude Code", () => {
  it.each(Object.entries(TOOLS))("is %s for %j", (kind, names) => {
    for (const name of names) expect(kindOf(name), name).toBe(kind);
  });

  it("is in the table only for these tools", () => {
    const { other: _others, ...known } = TOOLS;
    expect([...TOOL_KINDS.keys()].sort()).toEqual(Object.values(known).flat().sort());
  });

  it("is mcp for a tool of an MCP server", () => {
    expect(kindOf("mcp__files__Bash")).toBe("mcp");
  });
});

describe("the arguments of Claude Code's tools", () => {
  it.each([
    ["Bash", { command: "rm x", description: "removes", timeout: 5, run_in_background: true }, "rm x"],
    ["Monitor", { command: "tail -f log", description: "looks", timeout_ms: 5 }, "tail -f log"],
    ["Read", { file_path: "/a" }, ""],
  ])("the command of %s is only its command argument", (tool, args, command) => {
    expect(commandOf({ kind: kindOf(tool), arguments: args })).toBe(command);
  });

  it.each([
    ["Read", { file_path: "/a", offset: 1 }, ["/a"]],
    ["Write", { file_path: "/a", content: "*** Update File: b" }, ["/a"]],
    ["Edit", { file_path: "/a", old_string: "path", new_string: "y" }, ["/a"]],
    ["NotebookEdit", { notebook_path: "/n.ipynb", new_source: "x" }, ["/n.ipynb"]],
    ["Grep", { pattern: "x", path: "/src", output_mode: "content" }, ["/src"]],
    ["Glob", { pattern: "*.ts" }, []],
    ["WebFetch", { url: "http://127.0.0.1/path", prompt: "p" }, []],
  ])("the files of %s are those in its arguments", (tool, args, paths) => {
    expect(pathsOf({ kind: kindOf(tool), arguments: args })).toEqual(paths);
  });
});
