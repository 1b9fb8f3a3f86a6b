import { describe, expect, it } from "vitest";
import { asked } from "../../../test/command-hosts/asked.js";
import { payloadOf, recordings } from "../../../test/command-hosts/recordings.js";
import { abortTurn, approve, ask, compose, defineHook, deny, type Hook, modify, reject } from "../../index.js";

const before = (permissionDecision: string, reason: unknown) => ({
  continue: false,
  stopReason: reason,
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason: reason },
});
const stopped = (stopReason: unknown) => ({ continue: false, stopReason });

const shell = payloadOf("qwen", "PreToolUse", {
  tool_name: "run_shell_command",
  tool_input: { command: "ls", is_background: false },
});
const result = payloadOf("qwen", "PostToolUse", { tool_response: { llmContent: "key sk-1", returnDisplay: "shown" } });
const prompt = payloadOf("qwen", "UserPromptSubmit", { prompt: "hi" });

describe("under Qwen Code", () => {
  const onFailure = "block";
  it.each<[string, Omit<Hook, "name" | "~defineHook">, object, object | undefined]>([
    ["beforeTool: deny", { beforeTool: () => deny("no rm") }, shell, before("deny", "no rm")],
    ["approveTool: reject", { approveTool: () => reject("no rm") }, shell, before("deny", "no rm")],
    [
      "approveTool: ask, also if a later hook allows the call",
      { approveTool: () => ask("?") },
      shell,
      before("ask", "?"),
    ],
    ["beforeTool: abortTurn, as deny", { beforeTool: () => abortTurn("stop") }, shell, before("deny", "stop")],
    ["approveTool: approve counts as no decision", { approveTool: () => approve() }, shell, undefined],
    [
      "beforeTool: the same arguments count as no decision",
      { beforeTool: ({ arguments: args }) => modify({ arguments: { ...args } }) },
      shell,
      undefined,
    ],
    [
      "afterTool: modify the result, which the model reads as an error",
      { afterTool: ({ result: { forLlm } }) => modify({ result: forLlm.replace("sk-1", "[secret]") }) },
      result,
      stopped("key [secret]"),
    ],
    [
      "afterTool: a result that the hook replaces with itself is unchanged",
      { afterTool: () => modify({ result: "key sk-1" }) },
      result,
      undefined,
    ],
    ["afterTool: an empty result becomes a space", { afterTool: () => modify({ result: "" }) }, result, stopped(" ")],
    [
      "afterTool: the replacement also replaces what the user sees",
      { afterTool: () => modify({ result: { forLlm: "no", forUser: "no", isError: true } }) },
      result,
      stopped("no"),
    ],
  ])("%s", async (_title, handlers, payload, document) => {
    const answer = await asked({ name: "h", onFailure, ...handlers }, payload, { host: "qwen" });
    expect(answer).toMatchObject({ failures: [] });
    expect(answer.document).toEqual(document);
  });
});

describe("what a call has", () => {
  it("has the prompt, the agent and the session of its event", async () => {
    const { payload } = recordings.find(({ where }) => where.endsWith("PreToolUse.subagent.json")) ?? {};
    const seen: unknown[] = [];
    const hook = defineHook({ name: "h", beforeTool: ({ sessionId, origin }) => void seen.push([sessionId, origin]) });
    await asked(hook, payload ?? {});
    const { session_id: sessionId, prompt_id: turnId, agent_id: agentId } = payload ?? {};
    expect(seen).toEqual([[sessionId, { turnId, agentId }]]);
  });

  it("has the texts of a result, the error of a failed tool, and its duration", async () => {
    const results: unknown[] = [];
    const hook = defineHook({ name: "h", afterTool: (call) => void results.push([call.result, call.durationMs]) });
    const parts = [{ text: "a" }, { inlineData: { mimeType: "image/png", data: "" } }, { text: "b" }];
    await asked(hook, {
      ...result,
      tool_response: { llmContent: parts, returnDisplay: { type: "x" } },
      duration_ms: 3,
    });
    await asked(hook, payloadOf("qwen", "PostToolUseFailure", { error: "no such file", duration_ms: 4 }));
    expect(results).toEqual([
      [{ forLlm: "a\nb" }, 3],
      [{ forLlm: "no such file", isError: true }, 4],
    ]);
  });
});

describe("answers of several members", () => {
  const native = (UserPromptSubmit: object, name: string) =>
    defineHook({ name, native: { qwen: { UserPromptSubmit: () => UserPromptSubmit } } });
  const context = (additionalContext: string) => ({
    hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext },
  });

  it("joins contexts, and a denial takes precedence over them", async () => {
    const two = compose(native(context("a"), "a"), native(context("b"), "b"));
    expect((await asked(two, prompt)).document).toEqual(context("a\nb"));
    const no = compose(native({ decision: "block", reason: "no" }, "a"), native(context("b"), "b"));
    expect((await asked(no, prompt)).document).toMatchObject({ decision: "block", reason: "no" });
  });

  it("shows the second hook the result as the first changed it", async () => {
    const cut = (from: string, name: string) =>
      defineHook({ name, afterTool: ({ result: { forLlm } }) => modify({ result: forLlm.replace(from, "*") }) });
    const both = compose(cut("key", "a"), cut("sk-1", "b"));
    expect((await asked(both, result)).document).toEqual(stopped("* *"));
  });

  it("denies if one asks and another denies", async () => {
    const both = compose(
      defineHook({ name: "a", approveTool: () => ask("?") }),
      defineHook({ name: "b", approveTool: () => reject("no") }),
    );
    expect((await asked(both, shell)).document).toEqual(before("deny", "no"));
  });
});

describe("native answers", () => {
  const at = (event: string, answer: object) =>
    asked({ name: "h", onFailure: "block", native: { qwen: { [event]: () => answer } } } as never, {
      ...payloadOf("qwen", event),
    });

  it("puts a denial before a tool in the form that no other hook overrides", async () => {
    const answer = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } };
    expect((await at("PreToolUse", answer)).document).toEqual(before("deny", "denied"));
    expect((await at("PreToolUse", { continue: false, stopReason: "no" })).document).toEqual(before("deny", "no"));
  });

  it("puts a question in that form too", async () => {
    const hookSpecificOutput = {
      hookEventName: "PreToolUse",
      permissionDecision: "ask",
      permissionDecisionReason: "sure?",
    };
    expect((await at("PreToolUse", { hookSpecificOutput })).document).toEqual(before("ask", "sure?"));
  });

  it.each([
    ["PreToolUse", { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" } }],
    ["PreToolUse", { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: {} } }],
    ["PreToolUse", { hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "x" } }],
    ["PostToolUse", { decision: "block", reason: "x" }],
    ["PostToolUse", { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: "x" } }],
    ["Stop", { decision: "block" }],
  ])("fails at %s for an answer that Qwen Code would ignore: %j", async (event, answer) => {
    const { failures, document } = await at(event, answer);
    expect(failures).toHaveLength(1);
    expect(document).not.toEqual(answer);
  });

  it("continues a turn with the reason of a block", async () => {
    const answer = { decision: "block", reason: "run the tests" };
    expect(await at("Stop", answer)).toMatchObject({ document: answer, failures: [] });
  });
});
