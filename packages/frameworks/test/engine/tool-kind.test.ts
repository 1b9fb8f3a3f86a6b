import type { ToolKind } from "@agent-hook/sdk";
import { expect, it } from "vitest";
import { toolKind } from "../../src/engine/tool-kind.js";

it.each<[kind: ToolKind, tool: string, args: object]>([
  ["shell", "bash", { script: "ls" }],
  ["shell", "runShellCommand", { text: "ls" }],
  ["shell", "RUN_IN_TERMINAL", {}],
  ["shell", "execute", { command: "ls" }],
  ["shell", "run", { cmd: ["ls"] }],
  ["shell", "execute", { code: "ls" }],
  ["shell", "execute", { script: "ls" }],
  ["shell", "exec", { input: "ls" }],
  ["shell", "code_execution", { code: "ls" }],
  ["shell", "run_it", { argv: ["ls"] }],
  ["shell", "run", { bashCommand: "ls" }],
  ["shell", "run", { cmdline: "ls" }],
  ["shell", "go", { shell_script: "ls" }],
  ["shell", "run_in_sandbox", { request: { command: "ls" } }],
  ["shell", "go", { action: { type: "exec", command: ["ls"] } }],
  ["shell", "go", { steps: [{ name: "a", commands: ["ls"] }] }],
  ["shell", "edit_and_run", { command: "ls", path: "a" }],
  ["shell", "web_exec", { command: "ls" }],
  ["edit", "edit_and_run", { path: "a" }],
  ["fetch", "web_exec", { code: "document.title" }],
  ["edit", "str_replace_based_edit_tool", { command: "view", path: "a" }],
  ["edit", "apply_patch", { input: "" }],
  ["edit", "change", { path: "a", old_string: "x", newString: "y" }],
  ["write", "writeFile", { name: "a" }],
  ["write", "put", { file_path: "a", content: "x" }],
  ["write", "remove", { path: "a" }],
  ["read", "list-directory", {}],
  ["read", "show", { path: "a" }],
  ["search", "find_files", { pattern: "*" }],
  ["search", "grep", { path: "a", pattern: "x" }],
  ["fetch", "web_search", { query: "x" }],
  ["fetch", "open", { URL: "https://example.com" }],
  ["other", "pay", { euros: 5 }],
  ["other", "run_report", { input: "sales of May" }],
  ["other", "execute_order", { promo_code: "TEA" }],
  ["other", "redeem", { code: "TEA" }],
  ["write", "put", { path: "a", content: "x", meta: { command: "y" } }],
  ["other", "create_order", { text: "tea" }],
  ["other", "pushbashful", {}],
])("is %s for the tool %s with the arguments %j", (kind, tool, args) => {
  expect(toolKind(tool, args as Record<string, unknown>)).toBe(kind);
});

it("is what the author of the agent says, also for a name that every object has", () => {
  expect(toolKind("bash", { command: "ls" }, { bash: "other" })).toBe("other");
  expect(toolKind("constructor", {}, {})).toBe("other");
});
