import { expect, it } from "vitest";
import type { ToolKind } from "../../index.js";
import { kindOf, TOOL_KINDS } from "./tool-kinds.js";

const TOOLS: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  shell: ["run_commands"],
  read: ["read_files"],
  edit: ["editor", "apply_patch"],
  search: ["search_codebase"],
  fetch: ["fetch_web_content"],
  mcp: ["srv__echo", "my_server__do_it"],
  other: [
    "spawn_agent",
    "team_run_task",
    "ask_question",
    "",
    "RUN_COMMANDS",
    "a___b",
    "__",
    "constructor",
    "__proto__",
  ],
};

it.each(Object.entries(TOOLS))("the kind is %s for %j", (kind, names) => {
  for (const name of names ?? []) expect(kindOf(name), name).toBe(kind);
});

it("the table has only these tools", () => {
  const { other: _others, mcp: _servers, ...known } = TOOLS;
  expect([...TOOL_KINDS.keys()].sort()).toEqual(Object.values(known).flat().sort());
});
