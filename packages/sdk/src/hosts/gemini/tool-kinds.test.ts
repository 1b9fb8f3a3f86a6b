import { expect, it } from "vitest";
import type { ToolKind } from "../../index.js";
import { kindOf, TOOL_KINDS } from "./tool-kinds.js";

/** What 0.61.0 offers (observed), and older names of the same tools. */
const TOOLS: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  shell: ["run_shell_command"],
  read: ["read_file", "read_many_files", "list_directory", "read_background_output"],
  write: ["write_file"],
  edit: ["replace"],
  search: ["grep_search", "search_file_content", "glob"],
  fetch: ["web_fetch", "google_web_search"],
  mcp: ["mcp_srv_echo", "mcp_x"],
  other: [
    ...["update_topic", "list_background_processes", "write_todos", "enter_plan_mode", "invoke_agent"],
    ...["activate_skill", "save_memory", "", "Replace", "constructor", "__proto__"],
  ],
};

it.each(Object.entries(TOOLS))("the kind is %s for %j", (kind, names) => {
  for (const name of names ?? []) expect(kindOf(name), name).toBe(kind);
});

it("the table has only these tools", () => {
  const { other: _others, mcp: _servers, ...known } = TOOLS;
  expect([...TOOL_KINDS.keys()].sort()).toEqual(Object.values(known).flat().sort());
});
