import { describe, expect, it } from "vitest";
import { asked } from "../../../test/docker-agent/asked.js";
import { payloadOf } from "../../../test/docker-agent/recordings.js";
import type { Fields } from "../../../test/spawn-hook.js";
import { defineHook, type ToolKind } from "../../index.js";
import { kindOf, TOOL_KINDS } from "./tool-kinds.js";

const lsp = (names: string) => names.split(" ").map((name) => `lsp_${name}`);

/** The built-in tools of v1.58.0 and v1.123.0, from its source. */
const TOOLS: Readonly<Record<Exclude<ToolKind, "mcp" | "plugin">, readonly string[]>> = {
  shell: ["shell", "run_background_job", "run_tools_with_javascript"],
  read: [
    ...["read_file", "read_multiple_files", "list_directory", "directory_tree", "read_skill", "read_skill_file"],
    ...["git_status", "git_log", "git_branches", "git_show", "git_blame", "update_plan_from_file"],
  ],
  write: ["write_file", "create_directory", "remove_directory", "export_plan_to_file"],
  edit: ["edit_file", ...lsp("rename format")],
  search: [
    "search_files_content",
    ...lsp("workspace workspace_symbols hover definition references implementations signature_help call_hierarchy"),
    ...lsp("type_hierarchy document_symbols diagnostics code_actions inlay_hints"),
  ],
  fetch: ["fetch", "open_url", "send_webhook"],
  other: [
    ...["think", "create_todo", "create_todos", "update_todos", "list_todos", "add_memory", "get_memories"],
    ...["delete_memory", "search_memories", "update_memory", "create_task", "update_task", "get_task", "list_tasks"],
    ...["transfer_task", "handoff", "run_background_agent", "user_prompt", "run_skill", "search_tool", "add_tool"],
    ...["change_model", "revert_model", "write_plan", "create_schedule", "list_sessions", "read_session"],
    ...["list_background_jobs", "view_background_job", "stop_background_job", "wait_background_job"],
    ...["enable_remote_mcp_server", "search_remote_mcp_servers"],
  ],
};

describe("the kind of a tool of docker-agent", () => {
  it.each(Object.entries(TOOLS))("is %s for %j", (kind, names) => {
    for (const name of names) expect(kindOf(name), name).toBe(kind);
  });

  it("is in the table only for these tools", () => {
    const { other: _others, ...known } = TOOLS;
    expect([...TOOL_KINDS.keys()].sort()).toEqual(Object.values(known).flat().sort());
  });

  it.each(["Shell", " shell", "weather_shell", "mcp_files_read", "get_weather", "", "constructor", "__proto__"])(
    "is other for %j: a tool of an MCP server or a script has any name",
    (name) => {
      expect(kindOf(name)).toBe("other");
    },
  );

  it("is the built-in tool's if an MCP server's tool has the same name: pre_tool_use does not distinguish them", async () => {
    const kinds: string[] = [];
    const notes = defineHook({ name: "notes", beforeTool: ({ kind }) => void kinds.push(kind) });
    await asked(notes, payloadOf("pre_tool_use", { tool_name: "read_file" }));
    expect(kinds).toEqual(["read"]);
  });

  it("is mcp for a result that docker-agent marks so, in v1.123.0", async () => {
    const kinds: string[] = [];
    const notes = defineHook({ name: "notes", afterTool: ({ kind }) => void kinds.push(kind) });
    const result = payloadOf("tool_response_transform", { tool_name: "shell" });
    await asked(notes, { ...result, tool_category: "mcp" });
    await asked(notes, { ...result, tool_name: "anything", tool_category: "mcp" });
    await asked(notes, result);
    expect(kinds).toEqual(["mcp", "mcp", "shell"]);
  });
});

describe("call.partial", () => {
  const seen = async (fields: Fields) => {
    const partial: unknown[] = [];
    const notes = defineHook({ name: "notes", afterTool: (outcome) => void partial.push(outcome.partial) });
    await asked(notes, payloadOf("tool_response_transform", fields));
    return partial;
  };

  it("is true for the output of a shell, which may be partial", async () => {
    expect(await seen({ tool_name: "shell" })).toEqual([true]);
  });

  it("is missing for other tools and for errors, which are never partial", async () => {
    expect(await seen({ tool_name: "read_file" })).toEqual([undefined]);
    expect(await seen({ tool_name: "shell", tool_error: true })).toEqual([undefined]);
  });
});
