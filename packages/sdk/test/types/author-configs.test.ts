import { describe, expect, it } from "vitest";
import { compiler, STRICT } from "./compile.js";

const GUARD = `
  export const hook = defineHook({
    name: "guard",
    env: mini.object({ ROOT: mini.string() }),
    tools: [defineTool({ name: "t", description: "d", input: mini.object({ a: mini.string() }), run: ({ a }) => a })],
    beforeLlm: (call) => modify({ messages: call.messages.map((message) => ({ ...message, content: "x" })) }),
    beforeTool: (call, { env }) => {
      if (call.tool === "cat") return modify({ arguments: { ...call.arguments, path: env.ROOT } });
      if (call.tool === "exec") return deny("no shell");
    },
    afterTool: async (outcome) => (outcome.result.isError ? undefined : modify({ result: { forUser: "done" } })),
    approveTool: (call) => (call.tool === "exec" ? reject("no shell") : approve()),
  });`;
const MISSPELT = `defineHook({ name: "h", beforeLlm: () => modify({ model: "x", mesages: [] }), beforTool: () => {} });`;
const NO_PATH = `
  defineHook({ name: "h", approveTool: (call) => { if (call.tool === "exec") return reject("no"); } });`;

describe("an author without exactOptionalPropertyTypes and noUncheckedIndexedAccess", () => {
  const errorsOf = compiler({ ...STRICT, exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false });
  const guard = errorsOf(GUARD);
  const noField = errorsOf(`defineHook({ name: "h", beforeLlm: () => modify({ model: undefined }) });`);
  const misspelt = errorsOf(MISSPELT);
  const noPath = errorsOf(NO_PATH);

  it("writes the same hook", () => expect(guard()).toBe(""));
  it("may set a field to undefined, which changes nothing", () => expect(noField()).toBe(""));
  it("reads the same messages", () => {
    expect(misspelt()).toMatchInlineSnapshot(`
      "TS2561, line 1, at mesages:
      Object literal may only specify known properties, but 'mesages' does not exist in type 'LlmRequestPatch'. Did you mean to write 'messages'?
      TS2561, line 1, at beforTool:
      Object literal may only specify known properties, but 'beforTool' does not exist in type 'HookDefinition<{}, unknown>'. Did you mean to write 'beforeTool'?"
    `);
    expect(noPath()).toMatchInlineSnapshot(`
      "TS2322, line 1, at approveTool:
      Type '(call: ApprovalRequest) => Deny | undefined' is not assignable to type 'Approver<ApprovalRequest, {}>'.
        Type 'Deny | undefined' is not assignable to type 'RequiredDecision<ApproveToolDecision>'.
          Type 'undefined' is not assignable to type 'RequiredDecision<ApproveToolDecision>'."
    `);
  });
});

describe("an author without strict", () => {
  const errorsOf = compiler({ ...STRICT, strict: false, exactOptionalPropertyTypes: false });
  const guard = errorsOf(GUARD);
  const misspelt = errorsOf(MISSPELT);
  const noPath = errorsOf(NO_PATH);

  it("writes the same hook", () => expect(guard()).toBe(""));
  it("still gets an error for a misspelling", () =>
    expect(misspelt()).toMatchInlineSnapshot(`
      "TS2561, line 1, at mesages:
      Object literal may only specify known properties, but 'mesages' does not exist in type 'LlmRequestPatch'. Did you mean to write 'messages'?
      TS2561, line 1, at beforTool:
      Object literal may only specify known properties, but 'beforTool' does not exist in type 'HookDefinition<{}, unknown>'. Did you mean to write 'beforeTool'?"
    `));
  it("gets no error for a path of approveTool without a return, so templates set strict", () =>
    expect(noPath()).toBe(""));
});

describe("an author with noImplicitReturns", () => {
  const errorsOf = compiler({ ...STRICT, noImplicitReturns: true });
  const guard = errorsOf(GUARD);

  it("must return undefined for no decision, so templates do not set it", () =>
    expect(guard()).toMatchInlineSnapshot(`
      "TS7030, line 6, at (call, { env }) => {:
      Not all code paths return a value."
    `));
});

describe("an author with isolatedDeclarations", () => {
  const errorsOf = compiler({ ...STRICT, isolatedDeclarations: true, declaration: true });
  const guard = errorsOf(GUARD);
  const annotated = errorsOf(`
    export const noShell: Handler<ToolCall, BeforeToolDecision> = (call) => (call.tool === "exec" ? deny("no") : undefined);
    export const tool: Tool = defineTool({
      name: "t",
      description: "d",
      input: z.object({ city: z.string() }),
      run: ({ city }, { env }) => \`\${city.trim()} \${JSON.stringify(env)}\`,
    });
    export const hook: Hook = defineHook({
      name: "h",
      env: z.object({ KEY: z.string() }),
      tools: [tool],
      beforeTool: noShell,
      approveTool: (call, { env }) => (env.KEY.length > call.tool.length ? approve() : reject("no")),
    });
    export const both: Hook = compose(hook, hook);`);
  const annotatedWrong = errorsOf(`
    export const hook: Hook = defineHook({
      name: "h",
      env: z.object({ KEY: z.string() }),
      afterTool: (call, { env }) => respond(env.KYE),
    });`);

  it("annotates the exports of a module, and the rest stays typed", () => {
    expect(annotated()).toBe("");
    expect(annotatedWrong()).toMatchInlineSnapshot(`
      "TS2322, line 4, at afterTool:
      Type '(call: ToolOutcome, { env }: Context<{ KEY: string; }>) => Respond' is not assignable to type 'Handler<ToolOutcome, AfterToolDecision, { KEY: string; }>'.
        Type 'Respond' is not assignable to type 'OptionalDecision<AfterToolDecision>'.
          Type 'Respond' is not assignable to type 'Abort | AddContext | Deny | Modify<"afterTool"> | Promise<void | AfterToolDecision>'.
            Property 'patch' is missing in type 'Respond' but required in type 'Modify<"afterTool">'.
      TS2339, line 4, at KYE:
      Property 'KYE' does not exist on type '{ KEY: string; }'."
    `);
  });
  it("gets an error for a missing annotation", () =>
    expect(guard()).toMatchInlineSnapshot(`
    "TS9010, line 1, at hook:
    Variable must have an explicit type annotation with --isolatedDeclarations."
  `));
});
