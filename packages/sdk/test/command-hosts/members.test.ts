import { describe, expect, it } from "vitest";
import { textOfParts } from "../../src/host-tools/document.js";
import { fieldIn, withFields } from "../../src/host-tools/payload-fields.js";
import { abortTurn, approve, compose, defineHook, deny, modify, reject } from "../../src/index.js";
import { hostCan, hostFlag } from "../../src/serve/hosts.js";
import type { Fields } from "../spawn-hook.js";
import { asked } from "./asked.js";
import {
  COMMAND_HOSTS,
  canChangeShell,
  payloadOf,
  shellCall as shell,
  shellResult,
  simulationOf,
} from "./recordings.js";

const EVIL = "rm -rf /";

const permission = (output: object) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...output } });

const native = (name: string, host: string, event: string, handler: (payload: never) => unknown, more: object = {}) =>
  defineHook({ name, onFailure: "continue", ...more, native: { [host]: { [event]: handler } } });

const guard = defineHook({
  name: "guard",
  onFailure: "block",
  beforeTool: ({ arguments: args }) => (JSON.stringify(args).includes(EVIL) ? deny("no") : undefined),
});

/** Without these fields, no host is recognized. */
const UNMARKED = Object.fromEntries(
  ["cwd", "Params", "agent_id", "cursor_version", "session_id"].map((field) => [field, undefined]),
);

describe.each(COMMAND_HOSTS)("members of a hook under %s", (host) => {
  const { beforeTool: before, afterTool: after, fields, textField } = simulationOf(host);

  it.runIf(hostCan(host, "modify.arguments"))("rewrite a call through the call's own object", async () => {
    const rewriting = defineHook({
      name: "rewriting",
      onFailure: "block",
      beforeTool({ arguments: args }) {
        (args as { command: string }).command = "echo safe";
        return modify({ arguments: args });
      },
    });
    const { text } = await asked(rewriting, shell(host, { command: EVIL }));
    expect(text).toContain("echo safe");
  });

  it("see a call unchanged, whatever another member did to its objects", async () => {
    const meddler = defineHook({
      name: "meddler",
      onFailure: "continue",
      beforeTool({ arguments: args, raw }) {
        (args as { command: string }).command = "ls";
        Object.assign(raw, withFields(raw, { [fields.input]: { command: "ls" } }));
      },
    });
    const { denial } = await asked(compose(meddler, guard), shell(host, { command: EVIL }));
    expect(denial).toBe("no");
  });

  it("approve the final arguments, whatever their own beforeTool did to its objects", async () => {
    const forgetful = defineHook({
      name: "forgetful",
      onFailure: "block",
      beforeTool({ arguments: args }) {
        (args as { command: string }).command = "ls";
      },
      approveTool: ({ arguments: args }) => (args.command === "ls" ? { action: "approve" } : reject("not ls")),
    });
    const { denial } = await asked(forgetful, shell(host, { command: EVIL }));
    expect(denial).toBe("not ls");
  });

  it.runIf(hostCan(host, "modify.arguments"))("see an earlier rewrite in their native payload", async () => {
    const rewriting = defineHook({
      name: "rewriting",
      onFailure: "continue",
      beforeTool: () => modify({ arguments: { command: EVIL } }),
    });
    const seen: unknown[] = [];
    const watching = native("watching", host, before, (payload) => {
      seen.push(fieldIn(payload, fields.input));
    });
    await asked(compose(rewriting, watching), shell(host, { command: "ls" }));
    expect(seen).toEqual([{ command: EVIL }]);
  });

  it.runIf(canChangeShell(host))("see an earlier change of a result in their native payload", async () => {
    const redacting = defineHook({
      name: "redacting",
      onFailure: "continue",
      afterTool: ({ result }) => modify({ result: result.forLlm.replaceAll("S3CRET", "***") }),
    });
    const seen: unknown[] = [];
    const watching = native("watching", host, after, ({ [fields.result]: result }: Fields) => {
      seen.push(textOfParts(textField === undefined ? result : (result as Fields)[textField]));
    });
    const { text } = await asked(compose(redacting, watching), shellResult(host, "a S3CRET b"));
    expect(text).toContain("a *** b");
    expect(seen).toEqual(["a *** b"]);
  });

  it("deny an unreadable payload if they approve, under any policy", async () => {
    const approver = defineHook({ name: "approver", onFailure: "continue", approveTool: () => reject("never") });
    const cut = JSON.stringify(shell(host, { command: "ls" })).slice(0, -9);
    expect((await asked(approver, cut, { host })).denial).toBeTypeOf("string");
    const unmarked = withFields(shell(host, { command: "ls" }), UNMARKED);
    expect((await asked(approver, unmarked, { host: hostFlag(host, before) })).denial).toBeTypeOf("string");
  });

  it("answer a call that lacks a mark of the host with the host's own denial", async () => {
    const unmarked = withFields(shell(host, { command: "ls" }), UNMARKED);
    const named = hostFlag(host, before);
    const { document, denial } = await asked(guard, unmarked, { host: named });
    expect(document).toBeDefined();
    expect(denial).toContain(`hook "guard" received a call that it cannot read at ${before}`);
  });

  it("may have only native handlers, and a policy", async () => {
    const failing = native(
      "failing",
      host,
      before,
      () => {
        throw new Error("x");
      },
      { onFailure: "block" },
    );
    const { denial } = await asked(compose(failing, guard), shell(host, { command: "ls" }));
    expect(denial).toContain('hook "failing" threw an error');
  });
});

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

  it.each(COMMAND_HOSTS.filter((host) => hostCan(host, "modify.arguments")))(
    "sends %s the checked arguments, whatever an observer does to its payload",
    async (host) => {
      const { beforeTool: before, fields } = simulationOf(host);
      const rewriting = defineHook({
        name: "rewriting",
        onFailure: "block",
        beforeTool: () => modify({ arguments: { command: "ls" } }),
        approveTool: ({ arguments: args }) => (args.command === "ls" ? approve() : reject("no")),
      });
      const observer = native("observer", host, before, (payload: never) => {
        (fieldIn(payload, fields.input) as { command: string }).command = EVIL;
      });
      const { text } = await asked(compose(rewriting, observer), shell(host, { command: "echo" }));
      expect(text).toContain('{"command":"ls"}');
    },
  );

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
