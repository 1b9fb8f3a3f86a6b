import { describe, expect, it } from "vitest";
import { abortTurn, approve, compose, defineHook, deny, modify, reject } from "../../src/index.js";
import type { Fields } from "../spawn-hook.js";
import { asked } from "./asked.js";
import { native } from "./native-hook.js";
import { payloadOf, shellCall as shell, shellResult, simulationOf } from "./recordings.js";

const EVIL = "rm -rf /";

const permission = (output: object) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...output } });

describe("the combined answer of several members", () => {
  it("keeps a denial, though two others rewrite the same field", async () => {
    const denying = native("denying", "claude-code", "PreToolUse", () => ({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: "R",
      },
    }));
    const rewriting = defineHook({
      name: "rewriting",
      onFailure: "continue",
      beforeTool: () => modify({ arguments: { command: "a" } }),
    });
    const another = native("another", "claude-code", "PreToolUse", () => ({
      hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { command: "b" } },
    }));
    const { denial } = await asked(compose(denying, rewriting, another), shell("claude-code", { command: "ls" }));
    expect(denial).toBe("R");
  });

  it("keeps the approved arguments of one member, though another approves the call unchanged", async () => {
    const behaves = (name: string, decision: object) =>
      native(name, "claude-code", "PermissionRequest", () => ({
        hookSpecificOutput: { hookEventName: "PermissionRequest", decision },
      }));
    const first = behaves("first", { behavior: "allow", updatedInput: { command: "ls" } });
    const second = behaves("second", { behavior: "allow" });
    const request = payloadOf("claude-code", "PermissionRequest");
    for (const members of [compose(first, second), compose(second, first)]) {
      expect((await asked(members, request)).text).toContain('"updatedInput":{"command":"ls"}');
    }
  });

  it.each(["continue", "block"] as const)(
    "never asks Copilot CLI's user about a call that another member has changed, under %s",
    async (onFailure) => {
      const rewriting = defineHook({
        name: "rewriting",
        onFailure: "continue",
        beforeTool: () => modify({ arguments: { command: "a" } }),
      });
      const asking = native("asking", "copilot", "preToolUse", () => ({ permissionDecision: "ask" }), { onFailure });
      const { text, stderr } = await asked(compose(rewriting, asking), shell("copilot", { command: "ls" }));
      expect(text).not.toContain('"ask"');
      expect(text).toContain(onFailure === "block" ? '"deny"' : '"modifiedArgs"');
      expect(stderr).toContain("shows the user the model's original arguments");
    },
  );

  it.each(["codex", "gemini"] as const)(
    "contains the redactions of two members, one of which redacts with a native answer to %s",
    async (host) => {
      const { afterTool: after } = simulationOf(host);
      const word = host === "codex" ? "block" : "deny";
      const redacting = defineHook({
        name: "redacting",
        onFailure: "continue",
        afterTool: ({ result }) => modify({ result: result.forLlm.replace("TOKEN", "###") }),
      });
      const other = native("other", host, after, ({ tool_response: response }: { tool_response: unknown }) => ({
        decision: word,
        reason: String((response as { llmContent?: string }).llmContent ?? response).replace("SECRET", "***"),
      }));
      const { text } = await asked(compose(redacting, other), shellResult(host, "TOKEN SECRET"));
      expect(text).toBe(`{"decision":"${word}","reason":"### ***"}`);
    },
  );

  it("has arguments that their author can no longer change", async () => {
    const given = { command: "ls" };
    const late = defineHook({ name: "late", beforeTool: () => modify({ arguments: given }) });
    const slow = defineHook({
      name: "slow",
      onFailure: "block",
      beforeTool: async (call) => {
        given.command = EVIL;
        await Promise.resolve();
        return JSON.stringify(call.arguments).includes(EVIL) ? deny("no") : undefined;
      },
    });
    const { text } = await asked(compose(late, slow), shell("claude-code", { command: "echo" }));
    expect(text).toContain('"updatedInput":{"command":"ls"}');
  });

  it("has the checked arguments, whatever an observer does to its payload", async () => {
    const rewriting = defineHook({
      name: "rewriting",
      onFailure: "block",
      beforeTool: () => modify({ arguments: { command: "ls" } }),
      approveTool: ({ arguments: args }) => (args.command === "ls" ? approve() : reject("no")),
    });
    const observer = native(
      "observer",
      "claude-code",
      "PreToolUse",
      ({ tool_input: input }: { tool_input: Fields }) => {
        input.command = EVIL;
      },
    );
    const { text } = await asked(compose(rewriting, observer), shell("claude-code", { command: "echo" }));
    expect(text).toContain('{"command":"ls"}');
  });

  it.each([
    ["claude-code", permission({ permissionDecision: "deny", permissionDecisionReason: "R", updatedInput: {} })],
    [
      "gemini",
      { decision: "deny", reason: "R", hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: { a: 1 } } },
    ],
    ["copilot", { permissionDecision: "deny", permissionDecisionReason: "R", modifiedArgs: {} }],
  ] as const)("keeps a denial of %s that comes with a rewrite, after a rewrite and an approval", async (host, no) => {
    const ruling = defineHook({
      name: "ruling",
      onFailure: "continue",
      beforeTool: () => modify({ arguments: { command: "a" } }),
      approveTool: () => approve(),
    });
    const denying = native("denying", host, simulationOf(host).beforeTool, () => no);
    const { denial, text, failures } = await asked(compose(ruling, denying), shell(host, { command: "ls" }));
    expect({ denial, failures }).toEqual({ denial: "R", failures: [] });
    expect(text).not.toContain("updatedInput");
  });

  it("keeps a denial to a server that comes after another member's acceptance", async () => {
    const says = (name: string, action: string) =>
      native(name, "claude-code", "Elicitation", () => ({
        hookSpecificOutput: { hookEventName: "Elicitation", action },
      }));
    const { session_id, transcript_path, cwd } = payloadOf("claude-code", "UserPromptSubmit");
    const asks = {
      session_id,
      transcript_path,
      cwd,
      hook_event_name: "Elicitation",
      mcp_server_name: "s",
      message: "m",
    };
    for (const members of [
      compose(says("a", "accept"), says("b", "cancel")),
      compose(says("b", "cancel"), says("a", "accept")),
    ]) {
      expect((await asked(members, asks)).text).toContain('"action":"cancel"');
    }
  });

  it("ends a turn with the redacted result, which the next turn has too", async () => {
    const redacting = defineHook({ name: "redacting", onFailure: "block", afterTool: () => modify({ result: "***" }) });
    const stopping = defineHook({ name: "stopping", afterTool: () => abortTurn("enough") });
    for (const host of ["claude-code", "gemini"] as const) {
      const { text } = await asked(compose(redacting, stopping), shellResult(host, "SECRET"));
      expect(text).toContain('"continue":false');
      expect(text).toContain("***");
    }
  });

  it("allows no call that was rewritten after its approval", async () => {
    for (const [host, allow, rewrite] of [
      ["claude-code", permission({ permissionDecision: "allow" }), permission({ updatedInput: { command: EVIL } })],
      ["copilot", { permissionDecision: "allow" }, { modifiedArgs: { command: EVIL } }],
    ] as const) {
      const allowing = native("allowing", host, simulationOf(host).beforeTool, () => allow);
      const rewriting = native("rewriting", host, simulationOf(host).beforeTool, () => rewrite);
      const call = shell(host, { command: "ls" });
      expect((await asked(compose(allowing, rewriting), call)).text).not.toContain('"allow"');
      expect((await asked(compose(rewriting, allowing), call)).text).toContain('"allow"');
    }
  });

  it("lets no member rewrite a call after a native guard", async () => {
    const watching = native("watching", "claude-code", "PreToolUse", () => undefined, { onFailure: "block" });
    const rewriting = native("rewriting", "claude-code", "PreToolUse", () =>
      permission({ updatedInput: { command: EVIL } }),
    );
    const { text, stderr } = await asked(compose(watching, rewriting), shell("claude-code", { command: "ls" }));
    expect(text).toBeUndefined();
    expect(stderr).toContain("would change the call after its approval");
  });
});
