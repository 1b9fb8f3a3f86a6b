import { describe, expect, it } from "vitest";
import { asked, WITHHELD } from "../../../test/command-hosts/asked.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import {
  approve,
  type CodexHandlers,
  compose,
  defineHook,
  deny,
  type FailurePolicy,
  type Hook,
  modify,
} from "../../index.js";
import { EVENT_NAMES, EVENTS, type EventName, type EventRules } from "./events.js";

const shell = payloadOf("codex", "PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
const prompt = payloadOf("codex", "UserPromptSubmit");
const result = payloadOf("codex", "PostToolUse", { tool_name: "Bash", tool_response: "SECRET" });

const specific = (event: string, output: object) => ({ hookSpecificOutput: { hookEventName: event, ...output } });
const denial = (reason: unknown) =>
  specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: reason });
const rewrite = specific("PreToolUse", { permissionDecision: "allow", updatedInput: { command: "ls -l" } });
const blocked = (reason: unknown) => ({ decision: "block", reason });
const forbids = (message: unknown) => specific("PermissionRequest", { decision: { behavior: "deny", message } });

const native = (handlers: CodexHandlers<{}>, fields: Partial<Hook> = {}): Hook =>
  defineHook({ name: "own", ...fields, native: { codex: handlers } } as never);
/** Returns a hook that gives this answer at an event. */
const says = (event: string, answer: unknown, fields: Partial<Hook> = {}) =>
  native({ [event]: () => answer } as CodexHandlers<{}>, fields);

describe("a native answer to Codex", () => {
  it.each<[string, string, object]>([
    ["context", "UserPromptSubmit", specific("UserPromptSubmit", { additionalContext: "It is Monday." })],
    ["a warning", "Interrupt", { systemMessage: "stopped" }],
    [
      "a denial with context",
      "PreToolUse",
      {
        systemMessage: "denied",
        ...specific("PreToolUse", {
          ...{ permissionDecision: "deny", permissionDecisionReason: "no", additionalContext: "ask again" },
        }),
      },
    ],
    ["a rewrite", "PreToolUse", rewrite],
    ["an allow of a request", "PermissionRequest", specific("PermissionRequest", { decision: { behavior: "allow" } })],
    [
      "another result, with context",
      "PostToolUse",
      {
        ...blocked("x"),
        ...specific("PostToolUse", { additionalContext: "redacted" }),
      },
    ],
    ["a request to continue", "Stop", blocked("test it, too")],
    ["a stop of a session", "SessionStart", { continue: false, stopReason: "closed" }],
    ["a stop of a compaction", "PreCompact", { continue: false, stopReason: "not now" }],
  ])("%s is sent unchanged", async (_title, event, answer) => {
    const { document, failures } = await asked(says(event, answer), payloadOf("codex", event));
    expect({ document, failures }).toEqual({ document: answer, failures: [] });
  });

  it("is requested after the handlers of the point, unless those deny", async () => {
    const seen: string[] = [];
    const hook = native(
      { PreToolUse: () => void seen.push("native"), PostToolUse: () => void seen.push("native") },
      {
        beforeTool: ({ arguments: { command } }) => (command === "rm" ? deny("no rm") : void seen.push("portable")),
        afterTool: () => modify({ result: "[gone]" }),
      },
    );
    await asked(hook, shell);
    expect(seen).toEqual(["portable", "native"]);
    expect((await asked(hook, { ...shell, tool_input: { command: "rm" } })).document).toEqual(denial("no rm"));
    expect(seen).toEqual(["portable", "native"]);
    // A changed result is not a denial, although Codex calls it block.
    expect(await asked(hook, result)).toMatchObject({ document: blocked("[gone]"), denial: undefined });
    expect(seen).toEqual(["portable", "native", "native"]);
  });
});

describe("a native denial gets the form that Codex enforces", () => {
  it.each<[string, string, object, object]>([
    [
      "a denial without a reason",
      "PreToolUse",
      specific("PreToolUse", { permissionDecision: "deny" }),
      denial("denied"),
    ],
    ["a denial with an empty one", "PreToolUse", denial(" "), denial("denied")],
    [
      "a rewrite together with a denial",
      "PreToolUse",
      specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "no" }),
      denial("no"),
    ],
    ["a block without a reason", "UserPromptSubmit", { decision: "block" }, blocked("denied")],
    ["a stop without a reason", "SessionStart", { continue: false }, { continue: false, stopReason: "denied" }],
    [
      "a denial of a request without a message",
      "PermissionRequest",
      specific("PermissionRequest", { decision: { behavior: "deny" } }),
      forbids("denied"),
    ],
  ])("%s", async (_title, event, answer, document) => {
    expect((await asked(says(event, answer), payloadOf("codex", event))).document).toEqual(document);
  });

  it("is possible at these events", () => {
    const takes = (how: string) =>
      EVENT_NAMES.filter((name) => (EVENTS[name as EventName] as EventRules).denial === how).sort();
    expect(takes("permission")).toEqual(["PreToolUse"]);
    expect(takes("behavior")).toEqual(["PermissionRequest"]);
    expect(takes("block")).toEqual(["UserPromptSubmit"]);
    expect(takes("stop")).toEqual(["PreCompact", "SessionStart"]);
  });
});

describe("a native answer that Codex would drop completely", () => {
  it.each<[string, string, unknown]>([
    ["a misspelt key", "UserPromptSubmit", { desicion: "block" }],
    ["a key of another agent", "PreToolUse", { suppressOutput: true, ...denial("no") }],
    ["a stop together with a denial", "PreToolUse", { continue: false, ...denial("no") }],
    ["a stop", "PreToolUse", { continue: false, stopReason: "no" }],
    ["a question", "PreToolUse", specific("PreToolUse", { permissionDecision: "ask" })],
    ["no event's name", "PreToolUse", { hookSpecificOutput: { permissionDecision: "deny" } }],
    ["another event's name", "PreToolUse", specific("PostToolUse", { permissionDecision: "deny" })],
    [
      "a denial that is to end the turn",
      "PermissionRequest",
      specific("PermissionRequest", {
        decision: { behavior: "deny", message: "no", interrupt: true },
      }),
    ],
    [
      "a rewrite of a request",
      "PermissionRequest",
      specific("PermissionRequest", {
        decision: { behavior: "allow", updatedInput: {} },
      }),
    ],
    ["another result, as Claude Code has it", "PostToolUse", specific("PostToolUse", { updatedToolOutput: "x" })],
    ["a stop after a tool, which code mode ignores", "PostToolUse", { continue: false, stopReason: "x" }],
  ])("%s is a failure, which denies under block", async (_title, event, answer) => {
    const hook = (onFailure: FailurePolicy) => says(event, answer, { onFailure });
    const payload = payloadOf("codex", event);
    expect(await asked(hook("continue"), payload)).toMatchObject({
      text: undefined,
      failures: [{ kind: "invalid-decision", where: `native.codex.${event}` }],
    });
    const words = expect.stringMatching(
      /^hook "own" .* \(id [0-9a-f]{8}\); to find out why, look for this id on the hook's stderr$/,
    );
    const denials: Readonly<Record<string, object>> = {
      PreToolUse: denial(words),
      UserPromptSubmit: blocked(words),
      PermissionRequest: forbids(words),
      PostToolUse: blocked(expect.stringMatching(WITHHELD)),
    };
    expect((await asked(hook("block"), payload)).document).toEqual(denials[event]);
  });

  it.each<[string, string, object]>([
    ["a bare allow", "PreToolUse", specific("PreToolUse", { permissionDecision: "allow" })],
    ["a rewrite without it", "PreToolUse", specific("PreToolUse", { updatedInput: { command: "x" } })],
    ["a reason without a decision", "PreToolUse", specific("PreToolUse", { permissionDecisionReason: "x" })],
    ["an empty result", "PostToolUse", blocked("")],
    ["a result without a text", "PostToolUse", { decision: "block" }],
    ["only a reason", "PostToolUse", { reason: "x" }],
    ["a request to continue without a reason", "Stop", { decision: "block" }],
  ])("%s is a failure", async (_title, event, answer) => {
    const { failures, document } = await asked(says(event, answer), payloadOf("codex", event));
    expect(document).toBeUndefined();
    expect(failures).toMatchObject([{ kind: "unsupported", message: expect.stringMatching(/^Codex accepts .* only/) }]);
  });

  it("is a failure if it changes arguments after an approval: approveTool has not seen them", async () => {
    const guarded = says("PreToolUse", rewrite, { onFailure: "block", approveTool: () => approve() });
    expect(await asked(guarded, shell)).toMatchObject({
      document: denial(expect.any(String)),
      failures: [
        { message: "updatedInput would change the call after its approval: change the arguments in beforeTool" },
      ],
    });
  });

  it("a throw at PermissionRequest denies under block", async () => {
    const fail = () => {
      throw new Error("x");
    };
    const hook = native({ PermissionRequest: fail }, { onFailure: "block" });
    expect((await asked(hook, payloadOf("codex", "PermissionRequest"))).document).toEqual(
      forbids(expect.stringContaining("threw an error")),
    );
  });
});

describe("native answers of several members", () => {
  it("joins contexts and warnings with a newline, in order", async () => {
    const context = (text: string) => specific("UserPromptSubmit", { additionalContext: text });
    const a = says("UserPromptSubmit", { ...context("one"), systemMessage: "first" });
    const b = says("UserPromptSubmit", { ...context("two"), systemMessage: "second" });
    expect((await asked(compose(a, b), prompt)).document).toEqual({
      ...context("one\ntwo"),
      systemMessage: "first\nsecond",
    });
  });

  it("sends a denial without the rewrite of another member", async () => {
    const rewrites = says("PreToolUse", rewrite);
    const no = says("PreToolUse", denial("no"));
    for (const hook of [compose(rewrites, no), compose(no, rewrites)]) {
      expect((await asked(hook, shell)).document).toEqual(denial("no"));
    }
  });

  it("sends a changed result together with a context", async () => {
    const redacts = defineHook({ name: "redacts", afterTool: () => modify({ result: "[gone]" }) });
    const remark = specific("PostToolUse", { additionalContext: "redacted" });
    expect((await asked(compose(redacts, says("PostToolUse", remark)), result)).document).toEqual({
      ...blocked("[gone]"),
      ...remark,
    });
  });

  it("sends the later of two results and of two rewrites: it is based on the earlier", async () => {
    const redacts = defineHook({ name: "redacts", afterTool: () => modify({ result: "[gone]" }) });
    const both = await asked(compose(redacts, says("PostToolUse", blocked("x"))), result);
    expect(both).toMatchObject({ document: blocked("x"), failures: [] });
    const rewrites = defineHook({ name: "p", beforeTool: () => modify({ arguments: { command: "earlier" } }) });
    const twice = await asked(compose(rewrites, says("PreToolUse", rewrite)), shell);
    expect(twice).toMatchObject({ document: rewrite, failures: [] });
  });
});
