import { describe, expect, it } from "vitest";
import { asked } from "../../../test/command-hosts/asked.js";
import { cellsOf } from "../../../test/command-hosts/cells.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import { compose, defineHook, deny } from "../../index.js";
import { adapter } from "./adapter.js";

const { allAreShown } = cellsOf(adapter.capabilities);
const result = payloadOf("kimi", "PostToolUse", { tool_output: "key sk-1" });
const _denial = (reason: unknown) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason },
});

describe("what Kimi Code does not support after a tool: it reads no answer", () => {
  it("the handler receives a result, and the error of a failed tool", async () => {
    const seen: unknown[] = [];
    const watch = defineHook({
      name: "watch",
      afterTool: ({ result: { forLlm, isError } }) => void seen.push([forLlm, isError]),
    });
    await asked(watch, result);
    await asked(watch, payloadOf("kimi", "PostToolUseFailure", { error: { code: "internal", message: "no" } }));
    expect(seen).toEqual([
      ["key sk-1", undefined],
      ["no", true],
    ]);
  });
});

describe("native answers", () => {
  const at = (event: string, answer: object) =>
    asked({ name: "h", onFailure: "block", native: { kimi: { [event]: () => answer } } } as never, {
      ...payloadOf("kimi", event),
    });
  const specific = (hookEventName: string, output: object) => ({ hookSpecificOutput: { hookEventName, ...output } });

  it.each([
    ["PreToolUse", specific("PreToolUse", { permissionDecision: "allow" })],
    ["PreToolUse", specific("PreToolUse", { permissionDecision: "ask" })],
    ["PreToolUse", specific("PreToolUse", { updatedInput: {} })],
    ["PreToolUse", { decision: "block", reason: "x" }],
    ["PreToolUse", { continue: false }],
    ["PostToolUse", specific("PostToolUse", { additionalContext: "x" })],
    ["UserPromptSubmit", specific("UserPromptSubmit", { additionalContext: "x" })],
    ["Stop", specific("Stop", { permissionDecision: "deny" })],
  ])("fails at %s for an answer that Kimi Code would ignore or misread: %j", async (event, answer) => {
    const { failures, document } = await at(event, answer);
    expect(failures).toHaveLength(1);
    expect(document).not.toEqual(answer);
  });

  it("continues a turn with the reason of a denial", async () => {
    const answer = specific("Stop", { permissionDecision: "deny", permissionDecisionReason: "run the tests" });
    expect(await at("Stop", answer)).toMatchObject({ document: answer, failures: [] });
  });

  it("joins the messages of several members, and a denial replaces them", async () => {
    const says = (message: string) =>
      defineHook({
        name: message,
        native: {
          kimi: { UserPromptSubmit: () => ({ hookSpecificOutput: { hookEventName: "UserPromptSubmit", message } }) },
        },
      });
    const prompt = payloadOf("kimi", "UserPromptSubmit");
    expect((await asked(compose(says("a"), says("b")), prompt)).document).toEqual(
      specific("UserPromptSubmit", { message: "a\nb" }),
    );
    const denying = defineHook({ name: "no", onPrompt: () => deny("no") });
    expect((await asked(compose(says("a"), denying), prompt)).document).toEqual(
      specific("UserPromptSubmit", { permissionDecision: "deny", permissionDecisionReason: "no" }),
    );
  });
});

allAreShown();
