import { describe, expect, it } from "vitest";
import type { HookSummary } from "../../host-tools/hook-summary.js";
import { install } from "./install.js";

const hook = (fields: Partial<HookSummary>): HookSummary => ({
  name: "guard",
  points: ["approveTool"],
  tools: [],
  onFailure: "block",
  hosts: ["cursor"],
  deadlines: { interceptMs: 4000, approveMs: 4000 },
  ...fields,
});
const build = (fields: Partial<HookSummary>, command = "guard") =>
  install.build(hook(fields), { name: "guard", command: ["guard"] }, () => ({
    command,
    timeout: 10,
    mode: fields.onFailure ?? "block",
  }));

describe("the entry for Cursor", () => {
  it("fails closed at the events that can be denied, if the hook blocks", () => {
    const native = { cursor: ["beforeSubmitPrompt", "beforeReadFile", "afterFileEdit"] };
    expect(build({ native }).config).toEqual({
      version: 1,
      hooks: {
        preToolUse: [{ command: "guard", timeout: 10, failClosed: true }],
        beforeSubmitPrompt: [{ command: "guard", timeout: 10, failClosed: true }],
        beforeReadFile: [{ command: "guard", timeout: 10, failClosed: true }],
        afterFileEdit: [{ command: "guard", timeout: 10 }],
      },
    });
    expect(build({ native, onFailure: "continue" }).config).not.toMatchObject({
      hooks: { beforeReadFile: [{ failClosed: true }] },
    });
  });

  it.each(["guard --url http://127.0.0.1/", "guard dist/*.js"])("has nothing that starts a comment: %s", (command) => {
    expect(() => build({}, command)).toThrow('reads "//" in its file as the start of a comment');
  });

  it("has an event of newer versions only if the hook names it", () => {
    const events = (fields: Partial<HookSummary>) => Object.keys((build(fields).config as { hooks: object }).hooks);
    expect(events({ points: ["approveTool", "onEvent"] })).toContain("afterFileEdit");
    expect(events({ points: ["approveTool", "onEvent"] })).not.toContain("workspaceOpen");
    expect(events({ native: { cursor: ["workspaceOpen"] } })).toContain("workspaceOpen");
  });
});
