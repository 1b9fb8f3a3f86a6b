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
  it("fails closed at the events that ask for permission, if the hook blocks", () => {
    const native = { cursor: ["beforeReadFile", "afterFileEdit"] };
    expect(build({ native }).config).toEqual({
      version: 1,
      hooks: {
        preToolUse: [{ command: "guard", timeout: 10, failClosed: true }],
        beforeReadFile: [{ command: "guard", timeout: 10, failClosed: true }],
        afterFileEdit: [{ command: "guard", timeout: 10 }],
      },
    });
    expect(build({ native, onFailure: "continue" }).config).not.toMatchObject({
      hooks: { beforeReadFile: [{ failClosed: true }] },
    });
  });

  it("has no two slashes, which start a comment in Cursor's file", () => {
    expect(() => build({}, "guard --url http://127.0.0.1/")).toThrow(
      'reads "//" in its file as the start of a comment',
    );
  });
});
