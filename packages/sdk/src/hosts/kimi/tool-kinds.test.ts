import { expect, it } from "vitest";
import type { ToolKind } from "../../index.js";
import { kindOf, TOOL_KINDS } from "./tool-kinds.js";

const TOOLS: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  shell: ["Bash"],
  read: ["Read", "ReadMediaFile"],
  write: ["Write"],
  edit: ["Edit"],
  search: ["Grep", "Glob"],
  fetch: ["FetchURL", "WebSearch"],
  mcp: ["mcp__srv__echo", "mcp__"],
  other: ["Agent", "TodoList", "TaskOutput", "", "bash", "srv__echo", "constructor", "__proto__"],
};

it.each(Object.entries(TOOLS))("the kind is %s for %j", (kind, names) => {
  for (const name of names ?? []) expect(kindOf(name), name).toBe(kind);
});

it("the table has only these tools", () => {
  const { other: _others, mcp: _servers, ...known } = TOOLS;
  expect([...TOOL_KINDS.keys()].sort()).toEqual(Object.values(known).flat().sort());
});
