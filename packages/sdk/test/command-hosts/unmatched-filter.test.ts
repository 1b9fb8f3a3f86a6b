import { describe, expect, it } from "vitest";
import { approve, compose, defineHook, forTools, type Hook, type ToolKind } from "../../src/index.js";
import { asked } from "./asked.js";
import { payloadOf } from "./recordings.js";

const CALL = payloadOf("codex", "PreToolUse");
const guard = (filter: NonNullable<Hook["toolFilter"]>) =>
  defineHook({ name: "no-fetch", onFailure: "block", toolFilter: filter, beforeTool: () => undefined });
const failuresOf = async (hook: Hook) => (await asked(hook as never, CALL, { host: "codex" })).failures.map(String);

// Codex calls no hook about its web search, so that no call has the kind `fetch`.
describe("under Codex, a filter for fetch alone", () => {
  it("keeps a guard from starting, also one of several members: every call is denied", async () => {
    const log = defineHook({ name: "log", beforeTool: () => undefined });
    for (const hook of [guard({ kinds: ["fetch"] }), compose({ name: "both" }, log, guard({ kinds: ["fetch"] }))]) {
      const { text, failures, stderr } = await asked(hook as never, CALL, { host: "codex" });
      expect(text).toContain('"permissionDecision":"deny"');
      expect(failures).toHaveLength(1);
      expect(stderr).toContain(
        'hook "no-fetch": the filter of beforeTool matches no tool: tools of codex have no kind fetch',
      );
    }
    const approver = defineHook({ name: "a", approveTool: forTools({ kinds: ["fetch"] }, approve) });
    expect(await failuresOf(approver)).toHaveLength(1);
  });

  it("does not matter for a hook that cannot block, with a kind that a tool has, or with names", async () => {
    const observer = defineHook({ name: "log", toolFilter: { kinds: ["fetch"] }, beforeTool: () => undefined });
    const possible: ToolKind[] = ["shell", "read", "edit", "mcp", "other", "plugin"];
    const guards = possible.map((kind) => guard({ kinds: ["fetch", kind] }));
    for (const hook of [observer, ...guards, guard({ kinds: ["fetch"], names: ["web"] }), guard({ names: ["bash"] })]) {
      expect(await failuresOf(hook)).toEqual([]);
    }
  });
});
