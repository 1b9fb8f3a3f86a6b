import { describe, expect, it, onTestFinished } from "vitest";
import { asked } from "../../../test/command-hosts/asked.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import {
  abortTurn,
  approve,
  ask,
  type ClaudeCodeHandlers,
  compose,
  defineHook,
  deny,
  type FailurePolicy,
  type Hook,
  modify,
} from "../../index.js";
import { EVENT_NAMES, EVENTS, type EventName, type EventRules } from "./events.js";

const shell = payloadOf("claude-code", "PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
const prompt = payloadOf("claude-code", "UserPromptSubmit");
const request = payloadOf("claude-code", "PermissionRequest");
const result = payloadOf("claude-code", "PostToolUse", {
  tool_name: "Bash",
  tool_response: { stdout: "SECRET", stderr: "" },
});
/** For events that the recordings do not have: payloads as read in Claude Code's own descriptions. */
const READ: Readonly<Record<string, object>> = {
  Elicitation: { mcp_server_name: "s", message: "your name?" },
  ElicitationResult: { mcp_server_name: "s", action: "accept" },
  ConfigChange: { source: "user_settings" },
  CwdChanged: { old_cwd: "/a", new_cwd: "/b" },
  DirectoryAdded: { directory: "/a" },
  FileChanged: { file_path: "/a", event: "change" },
  InstructionsLoaded: { file_path: "/CLAUDE.md" },
  Notification: { message: "waiting" },
  PermissionDenied: { tool_name: "Bash", tool_input: {}, reason: "auto mode" },
  Setup: { trigger: "init" },
  StopFailure: { error: "rate_limit" },
  TeammateIdle: { teammate_name: "t" },
  WorktreeCreate: { name: "w" },
  WorktreeRemove: { worktree_path: "/w" },
};
const payloadAt = (event: string): object => {
  if (event === "PostToolUse") return result;
  if (READ[event] === undefined) return payloadOf("claude-code", event);
  return { ...prompt, ...READ[event], hook_event_name: event };
};

const specific = (event: string, output: object) => ({ hookSpecificOutput: { hookEventName: event, ...output } });
const denial = (reason: unknown, event = "PreToolUse") =>
  specific(event, { permissionDecision: "deny", permissionDecisionReason: reason });
const blocked = (reason: unknown) => ({ decision: "block", reason });
const forbids = (message: unknown) => specific("PermissionRequest", { decision: { behavior: "deny", message } });

const native = (handlers: ClaudeCodeHandlers<{}>, fields: Partial<Hook> = {}): Hook =>
  defineHook({ name: "own", ...fields, native: { "claude-code": handlers } } as never);
/** Returns a hook that gives this answer at an event. */
const says = (event: string, answer: unknown, fields: Partial<Hook> = {}) =>
  native({ [event]: () => answer } as ClaudeCodeHandlers<{}>, fields);

describe("a native answer to Claude Code", () => {
  it.each<[string, string, object]>([
    ["context", "UserPromptSubmit", specific("UserPromptSubmit", { additionalContext: "It is Monday." })],
    ["a warning", "Notification", { systemMessage: "done" }],
    ["an allow", "PreToolUse", specific("PreToolUse", { permissionDecision: "allow" })],
    ["a request to be asked later", "PreToolUse", specific("PreToolUse", { permissionDecision: "defer" })],
    ["an allow of a request", "PermissionRequest", specific("PermissionRequest", { decision: { behavior: "allow" } })],
    [
      "a denial with context",
      "PreToolUse",
      specific("PreToolUse", {
        ...{ permissionDecision: "deny", permissionDecisionReason: "no", additionalContext: "ask again" },
      }),
    ],
    [
      "a denial that ends the turn",
      "PermissionRequest",
      specific("PermissionRequest", {
        decision: { behavior: "deny", message: "no", interrupt: true },
      }),
    ],
    ["a remark about a result", "PostToolUse", blocked("look again")],
    ["another result", "PostToolUse", specific("PostToolUse", { updatedToolOutput: { stdout: "x", stderr: "" } })],
    ["a stop after a tool", "PostToolUse", { continue: false, stopReason: "enough" }],
    ["a request to continue", "Stop", blocked("test it, too")],
    ["a stop at the end", "Stop", { continue: false, stopReason: "done" }],
    ["another text on the screen", "MessageDisplay", specific("MessageDisplay", { displayContent: "x" })],
    ["an answer to a server", "Elicitation", specific("Elicitation", { action: "accept", content: { name: "x" } })],
    ["a denial of a task", "TaskCreated", blocked("no tasks")],
    ["the end of a turn before its model is called", "PostToolBatch", blocked("enough")],
    ["a denial of another model", "PreModelSwitch", denial("no", "PreModelSwitch")],
  ])("%s is sent unchanged", async (_title, event, answer) => {
    const { document, failures } = await asked(says(event, answer), payloadAt(event));
    expect({ document, failures }).toEqual({ document: answer, failures: [] });
  });

  it("is requested at every event, and decides nothing if it returns undefined", async () => {
    for (const event of EVENT_NAMES) {
      const seen: unknown[] = [];
      const hook = native({ [event]: (input: unknown) => void seen.push(input) }, { onFailure: "block" });
      const answer = await asked(hook, payloadAt(event));
      expect(answer, event).toMatchObject({ text: undefined, denial: undefined, failures: [] });
      expect(seen).toEqual([payloadAt(event)]);
    }
  });

  it("is sent even if a dependency replaced Array.prototype.push", async () => {
    const push = Array.prototype.push;
    onTestFinished(() => {
      Array.prototype.push = push;
    });
    const hook = native({
      PreToolUse: () => {
        Array.prototype.push = function (...items) {
          const kept = items.filter((item) => item?.hookSpecificOutput === undefined);
          return push.apply(this, kept);
        };
        return denial("no") as never;
      },
    });
    expect((await asked(hook, shell)).document).toEqual(denial("no"));
  });

  it("is requested after the handlers of the point, unless those deny", async () => {
    const seen: string[] = [];
    const hook = native(
      { PreToolUse: () => void seen.push("native") },
      { beforeTool: ({ arguments: { command } }) => (command === "rm" ? deny("no rm") : void seen.push("portable")) },
    );
    await asked(hook, shell);
    expect(seen).toEqual(["portable", "native"]);
    expect((await asked(hook, { ...shell, tool_input: { command: "rm" } })).document).toEqual(denial("no rm"));
    expect(seen).toEqual(["portable", "native"]);
  });
});

describe("a native denial gets the form that Claude Code enforces", () => {
  it.each<[string, string, object, object]>([
    [
      "a denial without a reason",
      "PreToolUse",
      specific("PreToolUse", { permissionDecision: "deny" }),
      denial("denied"),
    ],
    [
      "only a stop, which would let the tool run",
      "PreToolUse",
      { continue: false, stopReason: "no" },
      { continue: false, stopReason: "no", ...denial("no") },
    ],
    [
      "a rewrite together with a denial",
      "PreToolUse",
      specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "no", updatedInput: {} }),
      denial("no"),
    ],
    ["a block without a reason", "UserPromptSubmit", { decision: "block" }, blocked("denied")],
    [
      "a stop when a task is created, which also blocks the task",
      "TaskCreated",
      { continue: false, stopReason: "no" },
      { continue: false, stopReason: "no", ...blocked("no") },
    ],
    [
      "a question about a shell line of a skill, which Claude Code asks no one",
      "PreSkillShellCommand",
      specific("PreSkillShellCommand", { permissionDecision: "ask", permissionDecisionReason: "sure?" }),
      denial("sure?", "PreSkillShellCommand"),
    ],
    [
      "a change of a shell line of a skill, which Claude Code never uses",
      "PreSkillShellCommand",
      specific("PreSkillShellCommand", { permissionDecision: "allow", updatedInput: { command: "ls" } }),
      denial("the hook changed the command, which Claude Code does not support", "PreSkillShellCommand"),
    ],
    [
      "a denial of a request without a message",
      "PermissionRequest",
      specific("PermissionRequest", { decision: { behavior: "deny", interrupt: true } }),
      specific("PermissionRequest", { decision: { behavior: "deny", message: "denied", interrupt: true } }),
    ],
  ])("%s", async (_title, event, answer, document) => {
    expect((await asked(says(event, answer), payloadAt(event))).document).toEqual(document);
  });

  it.each(["decline", "cancel"])("%s denies a server's question, and is sent unchanged", async (action) => {
    for (const event of ["Elicitation", "ElicitationResult"]) {
      const no = specific(event, { action });
      const hook = compose(says(event, no), says(event, { systemMessage: "hm" }));
      const answer = await asked(hook, payloadAt(event));
      expect(answer).toMatchObject({ document: { ...no, systemMessage: "hm" }, denial: expect.stringMatching(/ed$/) });
    }
  });

  it("is possible at these events (observed, except those of a model switch, a server's question and a config)", () => {
    const takes = (how: string) =>
      EVENT_NAMES.filter((name) => (EVENTS[name as EventName] as EventRules).denial === how).sort();
    expect(takes("permission")).toEqual(["PreModelSwitch", "PreSkillShellCommand", "PreToolUse"]);
    expect(takes("behavior")).toEqual(["PermissionRequest"]);
    expect(takes("action")).toEqual(["Elicitation", "ElicitationResult"]);
    expect(takes("block")).toEqual([
      ...["ConfigChange", "PostToolBatch", "PreCompact", "TaskCompleted", "TaskCreated"],
      ...["UserPromptExpansion", "UserPromptSubmit"],
    ]);
  });
});

describe("an invalid native answer", () => {
  it.each<[string, string, unknown]>([
    ["a misspelt key", "UserPromptSubmit", { desicion: "block" }],
    ["snake_case", "UserPromptSubmit", { hook_specific_output: {} }],
    ["a misspelt key inside", "PreToolUse", specific("PreToolUse", { permissionDesicion: "deny" })],
    ["a decision of another host", "UserPromptSubmit", { decision: "deny" }],
    ["another event's name, for which Claude Code drops all", "PreToolUse", denial("no", "PostToolUse")],
    ["no event's name", "PreToolUse", { hookSpecificOutput: { permissionDecision: "deny" } }],
    ["a denial where none is possible", "SessionStart", blocked("no")],
    ["a wrong type", "PreToolUse", specific("PreToolUse", { updatedInput: "text" })],
    [
      "a message of an allow",
      "PermissionRequest",
      specific("PermissionRequest", {
        decision: { behavior: "allow", message: "x" },
      }),
    ],
    ["null", "UserPromptSubmit", null],
    ["text", "UserPromptSubmit", "block"],
    ["a portable decision", "UserPromptSubmit", deny("no")],
  ])("%s is a failure, which denies under block", async (_title, event, answer) => {
    const hook = (onFailure: FailurePolicy) => says(event, answer, { onFailure });
    expect(await asked(hook("continue"), payloadAt(event))).toMatchObject({
      text: undefined,
      failures: [{ kind: "invalid-decision", where: `native["claude-code"].${event}` }],
    });
    const words = expect.stringMatching(
      /^hook "own" .* \(id [0-9a-f]{8}\); to find out why, look for this id on the hook's stderr$/,
    );
    const denials: Readonly<Record<string, object>> = {
      PreToolUse: denial(words),
      UserPromptSubmit: blocked(words),
      PermissionRequest: forbids(words),
    };
    expect((await asked(hook("block"), payloadAt(event))).document).toEqual(denials[event]);
  });

  it.each(
    Object.entries({
      PermissionRequest: forbids(expect.any(String)),
      PostToolUse: specific("PostToolUse", { updatedToolOutput: expect.any(Object) }),
      Elicitation: specific("Elicitation", { action: "decline" }),
      PreCompact: blocked(expect.any(String)),
      Stop: undefined,
      PostToolUseFailure: undefined,
    }),
  )("a throw at %s denies under block, where the event can be denied", async (event, document) => {
    const fail = () => {
      throw new Error("x");
    };
    const hook = native({ [event]: fail }, { onFailure: "block" });
    expect((await asked(hook, payloadAt(event))).document).toEqual(document);
  });

  it.each<[string, object, object]>([
    ["PreToolUse", shell, specific("PreToolUse", { updatedInput: { command: "rm -rf /" } })],
    [
      "PermissionRequest",
      request,
      specific("PermissionRequest", { decision: { behavior: "allow", updatedInput: { command: "rm -rf /" } } }),
    ],
  ])(
    "changed arguments after an approval are invalid at %s: approveTool has not seen them",
    async (event, payload, answer) => {
      const guarded = says(event, answer, { onFailure: "block", approveTool: () => approve() });
      expect((await asked(guarded, payload)).failures).toMatchObject([
        {
          kind: "unsupported",
          message: "updatedInput would change the call after its approval: change the arguments in beforeTool",
        },
      ]);
      expect((await asked(says(event, answer), payload)).document).toEqual(answer);
    },
  );
});

describe("native answers of several members", () => {
  const context = (text: string) => specific("UserPromptSubmit", { additionalContext: text });

  it("joins contexts and warnings with a newline, in order", async () => {
    const a = says("UserPromptSubmit", { ...context("one"), systemMessage: "first" });
    const b = says("UserPromptSubmit", { ...context("two"), systemMessage: "second" });
    expect((await asked(compose(a, b), prompt)).document).toEqual({
      ...context("one\ntwo"),
      systemMessage: "first\nsecond",
    });
  });

  it("joins the contexts for the classifier of the permission mode auto", async () => {
    const tells = (text: string) =>
      says("PostToolUse", specific("PostToolUse", { classifierContext: text, additionalContext: `model: ${text}` }));
    const hook = compose(tells("one"), tells("two"));
    const { document, failures } = await asked(hook, result);
    expect(failures).toEqual([]);
    const joined = { classifierContext: "one\ntwo", additionalContext: "model: one\nmodel: two" };
    expect(document).toEqual(specific("PostToolUse", joined));
  });

  it("sends a denial first, at any position, together with the context of the others", async () => {
    const a = says("UserPromptSubmit", context("one"));
    const no = says("UserPromptSubmit", blocked("no"));
    for (const hook of [compose(a, no), compose(no, a)]) {
      expect((await asked(hook, prompt)).document).toEqual({ ...blocked("no"), ...context("one") });
    }
  });

  it("asks a person rather than allowing, at any position", async () => {
    const allow = says("PreToolUse", specific("PreToolUse", { permissionDecision: "allow" }));
    const person = specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "sure?" });
    const asks = says("PreToolUse", person);
    const portable = defineHook({ name: "asks", approveTool: () => ask("sure?") });
    for (const hook of [compose(allow, asks), compose(asks, allow), compose(portable, allow)]) {
      expect((await asked(hook, shell)).document).toEqual(person);
    }
  });

  it("joins requests to continue", async () => {
    const hook = compose(says("Stop", blocked("test it")), says("Stop", blocked("format it")));
    expect((await asked(hook, payloadOf("claude-code", "Stop"))).document).toEqual(blocked("test it\nformat it"));
  });

  it("sends a rewrite or a stop of one member together with a context of another", async () => {
    const remark = says("PostToolUse", specific("PostToolUse", { additionalContext: "redacted" }));
    const redacts = defineHook({ name: "redacts", afterTool: () => modify({ result: "[gone]" }) });
    const updatedToolOutput = { stdout: "[gone]", stderr: "", isImage: false };
    expect((await asked(compose(redacts, remark), result)).document).toEqual(
      specific("PostToolUse", { updatedToolOutput, additionalContext: "redacted" }),
    );
    const stops = defineHook({ name: "stops", afterTool: () => abortTurn("enough") });
    expect((await asked(compose(stops, remark), result)).document).toEqual({
      ...{ continue: false, stopReason: "enough" },
      ...specific("PostToolUse", { additionalContext: "redacted" }),
    });
  });

  it("sends the later of two rewrites of one field: it is based on the earlier", async () => {
    const redacts = defineHook({ name: "redacts", afterTool: () => modify({ result: "[gone]" }) });
    const updatedToolOutput = { stdout: "x", stderr: "", interrupted: false };
    const rewrites = says("PostToolUse", specific("PostToolUse", { updatedToolOutput }));
    const both = await asked(compose(redacts, rewrites), result);
    expect(both).toMatchObject({ document: specific("PostToolUse", { updatedToolOutput }), failures: [] });
  });

  it("keeps the earlier of two values that no later handler sees", async () => {
    const shows = (text: string) => says("MessageDisplay", specific("MessageDisplay", { displayContent: text }));
    const { document, stderr } = await asked(compose(shows("a"), shows("b")), payloadAt("MessageDisplay"));
    expect(document).toEqual(specific("MessageDisplay", { displayContent: "a" }));
    expect(stderr).toContain("displayContent is set twice");
  });
});
