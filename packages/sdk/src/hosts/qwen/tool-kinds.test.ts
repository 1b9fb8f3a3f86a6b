import { expect, it } from "vitest";
import type { ToolKind } from "../../index.js";
import { kindOf, TOOL_KINDS } from "./tool-kinds.js";

const TOOLS: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  shell: ["run_shell_command", "monitor"],
  read: ["read_file", "list_directory", "zoom_image", "display_image"],
  write: ["write_file"],
  edit: ["edit", "notebook_edit"],
  search: ["grep_search", "glob", "lsp", "tool_search"],
  fetch: ["web_fetch", "web_search"],
  mcp: ["mcp__srv__echo", "mcp__x"],
  other: ["agent", "todo_write", "", "Edit", "mcp_srv_echo", "constructor", "__proto__"],
};

it.each(Object.entries(TOOLS))("the kind is %s for %j", (kind, names) => {
  for (const name of names ?? []) expect(kindOf(name), name).toBe(kind);
});

it("the table has only these tools", () => {
  const { other: _others, mcp: _servers, ...known } = TOOLS;
  expect([...TOOL_KINDS.keys()].sort()).toEqual(Object.values(known).flat().sort());
});
