import { describe, expect, it } from "vitest";
import { recordings } from "../../../test/command-hosts/recordings.js";
import { commandOf, pathsOf, type ToolKind } from "../../index.js";
import { kindOf, TOOL_KINDS } from "./tool-kinds.js";

/** The tools of 0.169.0, by the names that hooks receive. */
const TOOLS: Readonly<Record<"shell" | "read" | "edit" | "other" | "mcp", readonly string[]>> = {
  shell: ["Bash"],
  read: ["view_image"],
  edit: ["apply_patch"],
  mcp: ["mcp__srv__echo", "mcp__files__Bash"],
  other: [
    ...["create_goal", "update_goal", "spawn_agent", "request_user_input", "read_mcp_resource", "update_plan"],
    ...["exec_command", "bash", "", "constructor", "__proto__"],
  ],
};

describe("the kind of a tool of Codex", () => {
  it.each(Object.entries(TOOLS))("is %s for %j", (kind, names) => {
    for (const name of names) expect(kindOf(name), name).toBe(kind as ToolKind);
  });

  it("is in the table only for these tools", () => {
    const { shell, read, edit } = TOOLS;
    expect([...TOOL_KINDS.keys()].sort()).toEqual([...shell, ...read, ...edit].sort());
  });
});

describe("the arguments of Codex's tools", () => {
  it("the files of apply_patch are those in the patch, which is its command", () => {
    const recorded = recordings.find(({ where }) => where === "codex/0.169.0/PreToolUse.apply_patch.json");
    const args = recorded?.payload.tool_input as Readonly<Record<string, unknown>>;
    expect(pathsOf({ kind: kindOf("apply_patch"), arguments: args })).toEqual(["a.txt"]);
    const lines = ["*** Begin Patch", "*** Update File: src/a.ts", "*** Move to: src/b.ts", "@@", "-x", "+*** y"];
    const command = [...lines, "  *** Delete File: c d.txt", "*** Add File:e.txt", "*** End Patch"].join("\r\n");
    expect(pathsOf({ kind: "edit", arguments: { command } })).toEqual(["src/a.ts", "src/b.ts", "c d.txt", "e.txt"]);
  });

  it("the command of Bash is its command argument, and its words name no files", () => {
    const call = { kind: kindOf("Bash"), arguments: { command: "cat /etc/hosts" } };
    expect(commandOf(call)).toBe("cat /etc/hosts");
    expect(pathsOf(call)).toEqual([]);
  });

  it("the file of view_image is its path", () => {
    expect(pathsOf({ kind: kindOf("view_image"), arguments: { path: "a.png" } })).toEqual(["a.png"]);
  });
});
