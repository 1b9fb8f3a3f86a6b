import { expect, it } from "vitest";
import type { ToolKind } from "../../index.js";
import { kindOf, TOOL_KINDS } from "./tool-kinds.js";

const TOOLS: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  shell: ["bash"],
  read: ["read"],
  write: ["write"],
  edit: ["edit", "patch", "apply_patch"],
  search: ["glob", "grep", "lsp"],
  fetch: ["webfetch", "websearch"],
  other: ["task", "todowrite", "invalid", "", "Edit", "srv_echo", "constructor", "__proto__"],
};

it.each(Object.entries(TOOLS))("the kind is %s for %j", (kind, names) => {
  for (const name of names ?? []) expect(kindOf(name), name).toBe(kind);
});

it("the table has only these tools", () => {
  const { other: _others, ...known } = TOOLS;
  expect([...TOOL_KINDS.keys()].sort()).toEqual(Object.values(known).flat().sort());
});
