import { describe, expect, it } from "vitest";
import { compose, defineHook } from "../../src/index.js";
import { checkDefinition } from "../../src/runtime/definition-rules.js";
import { compiler, STRICT } from "./compile.js";
import { COMPILED, STARTED } from "./mistakes.js";

const LONGEST = 4;

it("are thirty, and the compiler finds at least 28", () => {
  expect(COMPILED.length).toBeGreaterThanOrEqual(28);
  expect(new Set([...COMPILED, ...STARTED].map(([title]) => title)).size).toBe(30);
});

describe("what the compiler reports", () => {
  const errorsOf = compiler(STRICT);
  const compiled = COMPILED.map(([title, code, message]) => ({ title, errors: errorsOf(code), message }));
  const wholeMessage = (mistake: string) => expect(compiled.find(({ title }) => title === mistake)?.errors());

  it.each(compiled)("is at most four lines for $title", ({ errors, message }) => {
    const text = errors();
    expect(text).toContain(message);
    expect(text).not.toMatch(/\(\d+ more\)/);
    expect(text.split("\n").filter((line) => !/^TS\d+, line/.test(line)).length).toBeLessThanOrEqual(LONGEST);
  });

  it("is this for the mistakes that authors make most", () => {
    wholeMessage("a misspelt handler").toMatchInlineSnapshot(`
      "TS2561, line 1, at beforTool:
      Object literal may only specify known properties, but 'beforTool' does not exist in type 'HookDefinition<{}, unknown>'. Did you mean to write 'beforeTool'?"
    `);
    wholeMessage("a decision of another point").toMatchInlineSnapshot(`
      "TS2322, line 1, at afterTool:
      Type '() => Respond' is not assignable to type 'Handler<ToolOutcome, AfterToolDecision, {}>'.
        Type 'Respond' is not assignable to type 'OptionalDecision<AfterToolDecision>'.
          Type 'Respond' is not assignable to type 'Abort | AddContext | Deny | Modify<"afterTool"> | Promise<void | AfterToolDecision>'.
            Property 'patch' is missing in type 'Respond' but required in type 'Modify<"afterTool">'."
    `);
    wholeMessage("a path of approveTool without a decision").toMatchInlineSnapshot(`
      "TS2322, line 1, at approveTool:
      Type '(call: ApprovalRequest) => Deny | undefined' is not assignable to type 'Approver<ApprovalRequest, {}>'.
        Type 'Deny | undefined' is not assignable to type 'RequiredDecision<ApproveToolDecision>'.
          Type 'undefined' is not assignable to type 'RequiredDecision<ApproveToolDecision>'."
    `);
    wholeMessage("false for no decision").toMatchInlineSnapshot(`
      "TS2322, line 1, at beforeTool:
      Type '(call: ToolCall) => false | Deny' is not assignable to type 'Handler<ToolCall, BeforeToolDecision, {}>'.
        Type 'false | Deny' is not assignable to type 'OptionalDecision<BeforeToolDecision>'.
          Type 'boolean' is not assignable to type 'OptionalDecision<BeforeToolDecision>'."
    `);
    wholeMessage("a misspelt field of a change").toMatchInlineSnapshot(`
      "TS2561, line 1, at argments:
      Object literal may only specify known properties, but 'argments' does not exist in type 'ToolCallPatch'. Did you mean to write 'arguments'?"
    `);
    wholeMessage("an argument that is used without a check").toMatchInlineSnapshot(`
      "TS18046, line 1, at call.arguments.query:
      'call.arguments.query' is of type 'unknown'."
    `);
    wholeMessage("a misspelt key in a host's answer").toMatchInlineSnapshot(`
      "TS2322, line 3, at UserPromptSubmit:
      Type '({ prompt }: CodexPayload<"UserPromptSubmit">) => { decision: "block"; resaon: string; }' is not assignable to type '((input: CodexPayload<"UserPromptSubmit">, context: Context<{}>) => Promise<Reply<{ readonly decision?: "block"; readonly reason?: string; readonly hookSpecificOutput?: { ...; }; readonly systemMessage?: string; readonly continue?: boolean; readonly stopReason?: string; }>> | Reply<...>) & "unknown key in the answer...'.
        Type '({ prompt }: CodexPayload<"UserPromptSubmit">) => { decision: "block"; resaon: string; }' is not assignable to type '"unknown key in the answer: resaon"'."
    `);
    wholeMessage("an argument that the tool does not declare").toMatchInlineSnapshot(`
      "TS2339, line 1, at town:
      Property 'town' does not exist on type '{ city: string; }'."
    `);
  });
});

describe("a mistake that prevents the start, reported in at most four lines", () => {
  it.each(STARTED)("%s", (_title, hook, message) => {
    const text = problemsOf(hook);
    expect(text).toContain(message);
    expect(text.split("\n").length).toBeLessThanOrEqual(LONGEST);
  });
});

describe("a value that is not from defineHook does not start, for authors without types", () => {
  const tool = { name: "t", description: "d", input: {}, run: () => "" };
  const hook = defineHook({ name: "h" });

  it.each([
    ["an object", { name: "h", beforeTool: () => {} }, "got an object: wrap it, as in defineHook({ ... })"],
    ["a function", () => hook, "got a function: pass the hook that it returns"],
    ["a promise", Promise.resolve(hook), "got a promise: await it first"],
    ["a tool", tool, "got a tool: put it into the tools of a hook"],
    ["nothing", undefined, "expected a hook from defineHook, got undefined"],
    ["a list", [hook], "expected a hook from defineHook, got an array"],
    ["a name after the hooks", compose(hook, { name: "all" } as never), "in compose, it must be the first argument"],
    ["nothing in compose", compose(hook, undefined as never), "expected a hook from defineHook, got undefined"],
    ["a tool in compose", compose(hook, tool as never), "got a tool: put it into the tools of a hook"],
  ])("%s", (_title, value, message) => {
    const text = problemsOf(value);
    expect(text).toContain(message);
    expect(text.split("\n").length).toBeLessThanOrEqual(LONGEST);
  });

  it.each([
    ["a hook", hook],
    ["a hook with other fields", { ...hook, name: "other" }],
    ["a composition", compose({ name: "all" }, hook)],
    ["a composition of compositions", compose(compose(hook), hook)],
    ["a hook from another copy of the SDK", JSON.parse('{ "name": "h", "~defineHook": true }')],
  ])("%s starts", (_title, value) => {
    expect(problemsOf(value)).toBe("");
  });
});

function problemsOf(hook: unknown): string {
  try {
    checkDefinition(hook, {});
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
