import { expect, it } from "vitest";
import type { ToolKind } from "../../index.js";
import { kindOf, TOOL_KINDS } from "./tool-kinds.js";

const TOOLS: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  shell: ["Execute", "Script"],
  read: ["Read", "LS"],
  write: ["Create"],
  edit: ["Edit", "ApplyPatch"],
  search: ["Grep", "Glob"],
  fetch: ["FetchUrl", "WebSearch"],
  mcp: ["srv___echo", "my_server___do_it"],
  other: ["Task", "TodoWrite", "", "edit", "mcp__srv__echo", "___", "constructor", "__proto__"],
};

it.each(Object.entries(TOOLS))("the kind is %s for %j", (kind, names) => {
  for (const name of names ?? []) expect(kindOf(name), name).toBe(kind);
});

it("the table has only these tools", () => {
  const { other: _others, mcp: _servers, ...known } = TOOLS;
  expect([...TOOL_KINDS.keys()].sort()).toEqual(Object.values(known).flat().sort());
});
