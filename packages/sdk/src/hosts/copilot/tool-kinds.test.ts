import { expect, it } from "vitest";
import type { ToolKind } from "../../index.js";
import { kindOf, TOOL_KINDS } from "./tool-kinds.js";

/** The tools that 1.0.102 offers to two models (observed), and others that its documentation names. */
const TOOLS: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  shell: ["bash", "powershell", "write_bash", "write_powershell"],
  read: ["view"],
  write: ["create"],
  edit: ["edit", "apply_patch", "str_replace_editor"],
  search: ["grep", "rg", "glob"],
  fetch: ["web_fetch", "web_search"],
  other: [
    ...["read_bash", "stop_bash", "list_bash", "task", "read_agent", "list_agents", "write_agent", "skill", "sql"],
    ...["session_store_sql", "fetch_copilot_cli_documentation", "ask_user", "update_todo"],
  ],
};

it.each(Object.entries(TOOLS))("the kind is %s for %j", (kind, names) => {
  for (const name of names ?? []) expect(kindOf(name), name).toBe(kind);
});

it("the table has only these tools", () => {
  const { other: _others, ...known } = TOOLS;
  expect([...TOOL_KINDS.keys()].sort()).toEqual(Object.values(known).flat().sort());
});

it.each(["Bash", "srv-bash", "srv-echo", "github-mcp-server-get_me", "", "constructor", "__proto__"])(
  "%j is other: a tool of an MCP server has any name",
  (name) => expect(kindOf(name)).toBe("other"),
);
