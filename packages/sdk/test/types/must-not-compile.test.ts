import { type Assertion, describe, expect, it } from "vitest";
import { compiler, STRICT } from "./compile.js";

const errorsOf = compiler(STRICT);

/** Pins a mistake to the position and the text of its compiler errors. */
function refused(title: string, code: string, pin: (errors: Assertion<string>) => void): void {
  const errors = errorsOf(code);
  it(title, () => pin(expect(errors())));
}

/** Pins a mistake that types cannot detect. It fails when the hook starts or when the value is used. */
function unseen(title: string, code: string): void {
  const errors = errorsOf(code);
  it(title, () => expect(errors()).toBe(""));
}

describe("a decision of another point", () => {
  refused(
    "afterTool cannot respond: the error is at the handler's name",
    `
    defineHook({
      name: "h",
      afterTool: () => respond("x"),
    });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2322, line 3, at afterTool:
        Type '() => Respond' is not assignable to type 'Handler<ToolOutcome, AfterToolDecision, {}>'.
          Type 'Respond' is not assignable to type 'OptionalDecision<AfterToolDecision>'.
            Type 'Respond' is not assignable to type 'Abort | AddContext | Deny | Modify<"afterTool"> | Promise<void | AfterToolDecision>'.
              Property 'patch' is missing in type 'Respond' but required in type 'Modify<"afterTool">'."
      `),
  );
  refused(
    "afterTool cannot respond on one of its paths",
    `
    defineHook({
      name: "h",
      afterTool(outcome) {
        if (outcome.tool === "exec") return respond("x");
        return modify({ result: "x" });
      },
    });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2322, line 3, at afterTool:
        Type '(outcome: ToolOutcome) => Modify<"afterTool"> | Respond' is not assignable to type 'Handler<ToolOutcome, AfterToolDecision, {}>'.
          Type 'Modify<"afterTool"> | Respond' is not assignable to type 'OptionalDecision<AfterToolDecision>'.
            Type 'Respond' is not assignable to type 'OptionalDecision<AfterToolDecision>'.
              Type 'Respond' is not assignable to type 'Abort | AddContext | Deny | Modify<"afterTool"> | Promise<void | AfterToolDecision>'.
        (1 more)"
      `),
  );
  refused("beforeTool cannot approve", `defineHook({ name: "h", beforeTool: () => approve() });`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at beforeTool:
      Type '() => Approve' is not assignable to type 'Handler<ToolCall, BeforeToolDecision, {}>'.
        Type 'Approve' is not assignable to type 'OptionalDecision<BeforeToolDecision>'.
          Type 'Approve' is not assignable to type 'Abort | Deny | Modify<"beforeTool"> | Promise<void | BeforeToolDecision> | Respond'.
            Property 'result' is missing in type 'Approve' but required in type 'Respond'."
    `),
  );
  refused(
    "approveTool cannot modify",
    `defineHook({ name: "h", approveTool: () => modify({ arguments: {} }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at approveTool:
      Type '() => Modify<"beforeTool">' is not assignable to type 'Approver<ApprovalRequest, {}>'.
        Type 'Modify<"beforeTool">' is not assignable to type 'RequiredDecision<ApproveToolDecision>'.
          Property 'reason' is missing in type 'Modify<"beforeTool">' but required in type 'Deny'."
    `),
  );
  refused(
    "a modify of afterLlm in a constant does not fit beforeLlm",
    `
    const shorter = modify({ content: "x" });
    defineHook({ name: "h", beforeLlm: () => shorter });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 2, at beforeLlm:
      Type '() => Modify<"afterLlm">' is not assignable to type 'Handler<LlmCall, BeforeLlmDecision, {}>'.
        Type 'Modify<"afterLlm">' is not assignable to type 'OptionalDecision<BeforeLlmDecision>'.
          Type 'Modify<"afterLlm">' is not assignable to type 'Modify<"beforeLlm"> | Promise<void | BeforeLlmDecision>'.
            Type 'Modify<"afterLlm">' is not assignable to type 'Modify<"beforeLlm">'.
      (1 more)"
    `),
  );
  refused(
    "a modify with fields of two points fits neither",
    `
    const both = modify({ model: "x", content: "y" });
    defineHook({ name: "h", afterLlm: () => both });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2322, line 2, at afterLlm:
        Type '() => Modify<"afterLlm" | "beforeLlm">' is not assignable to type 'Handler<LlmReply, AfterLlmDecision, {}>'.
          Type 'Modify<"afterLlm" | "beforeLlm">' is not assignable to type 'OptionalDecision<AfterLlmDecision>'.
            Type 'Modify<"afterLlm" | "beforeLlm">' is not assignable to type 'Modify<"afterLlm"> | Promise<void | AfterLlmDecision>'.
              Type 'Modify<"afterLlm" | "beforeLlm">' is not assignable to type 'Modify<"afterLlm">'.
        (2 more)"
      `),
  );
  refused(
    "a host's native answer is not a decision",
    `defineHook({ name: "h", beforeTool: () => ({ action: "deny_tool", reason: "no" }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2322, line 1, at beforeTool:
        Type '() => { action: "deny_tool"; reason: string; }' is not assignable to type 'Handler<ToolCall, BeforeToolDecision, {}>'.
          Type '{ action: "deny_tool"; reason: string; }' is not assignable to type 'OptionalDecision<BeforeToolDecision>'.
            Type '{ action: "deny_tool"; reason: string; }' is not assignable to type 'Abort | Deny | Modify<"beforeTool"> | Promise<void | BeforeToolDecision> | Respond'.
              Type '{ action: "deny_tool"; reason: string; }' is not assignable to type 'Deny'.
        (2 more)"
      `),
  );
  refused(
    "a decision as an object needs its reason",
    `defineHook({ name: "h", beforeTool: () => ({ action: "deny" }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at beforeTool:
      Type '() => { action: "deny"; }' is not assignable to type 'Handler<ToolCall, BeforeToolDecision, {}>'.
        Type '{ action: "deny"; }' is not assignable to type 'OptionalDecision<BeforeToolDecision>'.
          Type '{ action: "deny"; }' is not assignable to type 'Deny | Promise<void | BeforeToolDecision>'.
            Property 'reason' is missing in type '{ action: "deny"; }' but required in type 'Deny'."
    `),
  );
});

describe("a missing or invalid decision", () => {
  refused(
    "approveTool must return on every path",
    `
    defineHook({
      name: "h",
      approveTool: (call) => {
        if (call.tool === "exec") return reject("no");
      },
    });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 3, at approveTool:
      Type '(call: ApprovalRequest) => Deny | undefined' is not assignable to type 'Approver<ApprovalRequest, {}>'.
        Type 'Deny | undefined' is not assignable to type 'RequiredDecision<ApproveToolDecision>'.
          Type 'undefined' is not assignable to type 'RequiredDecision<ApproveToolDecision>'."
    `),
  );
  refused(
    "approveTool must return on every path when async",
    `
    defineHook({
      name: "h",
      approveTool: async (call) => {
        if (call.tool === "exec") return reject("no");
      },
    });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 3, at approveTool:
      Type '(call: ApprovalRequest) => Promise<Deny | undefined>' is not assignable to type 'Approver<ApprovalRequest, {}>'.
        Type 'Promise<Deny | undefined>' is not assignable to type 'RequiredDecision<ApproveToolDecision>'.
          Type 'Promise<Deny | undefined>' is not assignable to type 'Promise<ApproveToolDecision>'.
            Type 'Deny | undefined' is not assignable to type 'ApproveToolDecision'.
      (1 more)"
    `),
  );
  refused("approveTool must return at all", `defineHook({ name: "h", approveTool: () => {} });`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at approveTool:
      Type '() => void' is not assignable to type 'Approver<ApprovalRequest, {}>'.
        Type 'void' is not assignable to type 'RequiredDecision<ApproveToolDecision>'."
    `),
  );
  refused("approveTool does not take true for a yes", `defineHook({ name: "h", approveTool: () => true });`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at approveTool:
      Type '() => boolean' is not assignable to type 'Approver<ApprovalRequest, {}>'.
        Type 'boolean' is not assignable to type 'RequiredDecision<ApproveToolDecision>'."
    `),
  );
  refused(
    "beforeTool does not accept false instead of undefined",
    `defineHook({ name: "h", beforeTool: (call) => call.tool === "exec" && deny("no") });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at beforeTool:
      Type '(call: ToolCall) => false | Deny' is not assignable to type 'Handler<ToolCall, BeforeToolDecision, {}>'.
        Type 'false | Deny' is not assignable to type 'OptionalDecision<BeforeToolDecision>'.
          Type 'boolean' is not assignable to type 'OptionalDecision<BeforeToolDecision>'."
    `),
  );
  refused(
    "beforeTool does not accept a promise of a number",
    `defineHook({ name: "h", beforeTool: async () => 12 });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at beforeTool:
      Type '() => Promise<number>' is not assignable to type 'Handler<ToolCall, BeforeToolDecision, {}>'.
        Type 'Promise<number>' is not assignable to type 'OptionalDecision<BeforeToolDecision>'.
          Type 'Promise<number>' is not assignable to type 'Promise<void | BeforeToolDecision>'.
            Type 'number' is not assignable to type 'void | BeforeToolDecision'."
    `),
  );
  refused(
    "a tool's approve must return on every path",
    `
    defineTool({
      name: "t",
      description: "d",
      input: z.object({ city: z.string() }),
      approve: ({ city }) => {
        if (city === "") return reject("no");
      },
      run: () => "x",
    });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 5, at approve:
      Type '({ city }: { city: string; }) => Deny | undefined' is not assignable to type 'Approver<{ city: string; }, {}>'.
        Type 'Deny | undefined' is not assignable to type 'RequiredDecision<ApproveToolDecision>'.
          Type 'undefined' is not assignable to type 'RequiredDecision<ApproveToolDecision>'."
    `),
  );
  refused("a refusal needs its reason", `deny();`, (errors) =>
    errors.toMatchInlineSnapshot(`
    "TS2554, line 1, at deny:
    Expected 1-2 arguments, but got 0."
  `),
  );
  unseen(
    "a forgotten return gives no decision",
    `defineHook({ name: "h", beforeTool: (call) => { deny(call.tool); } });`,
  );
});

describe("a field that modify does not know", () => {
  refused(
    "is reported at the field, with the correct name, in a handler's decision",
    `
    defineHook({
      name: "h",
      beforeLlm: () =>
        modify({
          model: "x",
          mesages: [],
        }),
    });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2561, line 6, at mesages:
      Object literal may only specify known properties, but 'mesages' does not exist in type 'LlmRequestPatch'. Did you mean to write 'messages'?"
    `),
  );
  refused(
    "is reported in the same way in an async handler",
    `defineHook({ name: "h", beforeLlm: async () => modify({ model: "x", mesages: [] }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2561, line 1, at mesages:
      Object literal may only specify known properties, but 'mesages' does not exist in type 'LlmRequestPatch'. Did you mean to write 'messages'?"
    `),
  );
  refused(
    "is reported in the same way in a ternary",
    `defineHook({ name: "h", afterLlm: (r) => (r.content ? modify({ content: "x", tolCalls: [] }) : undefined) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2561, line 1, at tolCalls:
      Object literal may only specify known properties, but 'tolCalls' does not exist in type 'LlmReplyPatch'. Did you mean to write 'toolCalls'?"
    `),
  );
  refused(
    "is reported in the same way in then",
    `defineHook({ name: "h", beforeTool: () => Promise.resolve().then(() => modify({ argments: {} })) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2561, line 1, at argments:
      Object literal may only specify known properties, but 'argments' does not exist in type 'ToolCallPatch'. Did you mean to write 'arguments'?"
    `),
  );
  refused(
    "is reported in the same way in a constant, next to a valid field",
    `const d = modify({ model: "x", mesages: [] });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2561, line 1, at mesages:
      Object literal may only specify known properties, but 'mesages' does not exist in type 'LlmRequestPatch'. Did you mean to write 'messages'?"
    `),
  );
  refused(
    "is reported in a constant on its own, where every patch is possible",
    `const d = modify({ mesages: [] });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2353, line 1, at mesages:
        Object literal may only specify known properties, and 'mesages' does not exist in type 'LlmReplyPatch | LlmRequestPatch | ToolCallPatch | ToolResultPatch'."
      `),
  );
  refused(
    "is reported when it belongs to another point",
    `defineHook({ name: "h", beforeLlm: () => modify({ content: "x" }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2353, line 1, at content:
      Object literal may only specify known properties, and 'content' does not exist in type 'LlmRequestPatch'."
    `),
  );
  refused(
    "is reported inside the result",
    `defineHook({ name: "h", afterTool: () => modify({ result: { forLLM: "x" } }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2561, line 1, at forLLM:
        Object literal may only specify known properties, but 'forLLM' does not exist in type 'Partial<Omit<ToolResult, "content" | "structured">>'. Did you mean to write 'forLlm'?"
      `),
  );
  refused(
    "is reported inside a tool call",
    `defineHook({ name: "h", afterLlm: () => modify({ toolCalls: [{ id: "1", name: "t", args: "{}" }] }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2353, line 1, at args:
      Object literal may only specify known properties, and 'args' does not exist in type 'Required<RequestedCall>'."
    `),
  );
  refused(
    "is reported inside a message; after a spread TypeScript reports it twice",
    `
    defineHook({ name: "h", beforeLlm: () => modify({ messages: [{ role: "user", contnt: "x" }] }) });
    defineHook({ name: "h", beforeLlm: (c) => modify({ messages: [...c.messages, { role: "user", contnt: "x" }] }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2561, line 1, at contnt:
      Object literal may only specify known properties, but 'contnt' does not exist in type 'Message'. Did you mean to write 'content'?
      TS2375, line 2, at contnt:
      Type 'Message | { role: "user"; contnt: string; }' is not assignable to type 'Message' with 'exactOptionalPropertyTypes: true'. Consider adding 'undefined' to the types of the target's properties.
        Object literal may only specify known properties, but 'contnt' does not exist in type 'Message'. Did you mean to write 'content'?
      TS2561, line 2, at contnt:
      Object literal may only specify known properties, but 'contnt' does not exist in type 'Message'. Did you mean to write 'content'?"
    `),
  );
  refused(
    "is reported with the host's own spelling",
    `defineHook({ name: "h", beforeLlm: () => modify({ messages: [{ role: "tool", content: "", tool_call_id: "1" }] }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2561, line 1, at tool_call_id:
      Object literal may only specify known properties, but 'tool_call_id' does not exist in type 'Message'. Did you mean to write 'toolCallId'?"
    `),
  );
  unseen("hides in a variable", `const patch = { model: "x", mesages: [] }; modify(patch);`);
  unseen("hides behind the spread of a call", `defineHook({ name: "h", beforeTool: (call) => modify({ ...call }) });`);
});

describe("a value of the wrong type", () => {
  refused(
    "is reported at the field in a handler's decision",
    `defineHook({ name: "h", beforeLlm: () => modify({ model: 12 }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at model:
      Type 'number' is not assignable to type 'string'."
    `),
  );
  refused("is reported at the field in a constant", `const d = modify({ tool: 12 });`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at tool:
      Type 'number' is not assignable to type 'string'."
    `),
  );
  refused(
    "is reported for arguments that are not an object",
    `defineHook({ name: "h", beforeTool: () => modify({ arguments: "rm" }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at arguments:
      Type 'string' is not assignable to type 'Readonly<Record<string, unknown>>'."
    `),
  );
  refused(
    "is reported for a role that is not a text",
    `defineHook({ name: "h", beforeLlm: () => modify({ messages: [{ role: 12, content: "x" }] }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2322, line 1, at role:
        Type 'number' is not assignable to type '"assistant" | "developer" | "system" | "tool" | "user"'."
      `),
  );
  refused(
    "is reported for a misspelt role",
    `defineHook({ name: "h", beforeLlm: () => modify({ messages: [{ role: "usr", content: "x" }] }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2820, line 1, at role:
      Type '"usr"' is not assignable to type '"assistant" | "developer" | "system" | "tool" | "user"'. Did you mean '"user"'?"
    `),
  );
  refused(
    "is reported for a message without content",
    `defineHook({ name: "h", beforeLlm: () => modify({ messages: [{ role: "user" }] }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2741, line 1, at { role: "user" }:
      Property 'content' is missing in type '{ role: "user"; }' but required in type 'Message'."
    `),
  );
  refused(
    "is reported for tool calls that have neither name nor arguments",
    `defineHook({ name: "h", afterLlm: (reply) => modify({ toolCalls: reply.toolCalls }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at toolCalls:
      Type 'readonly RequestedCall[]' is not assignable to type 'readonly Required<RequestedCall>[]'.
        Type 'RequestedCall' is not assignable to type 'Required<RequestedCall>'.
          Property 'name' is optional in type 'RequestedCall' but required in type 'Required<RequestedCall>'."
    `),
  );
  refused(
    "is reported for the arguments of a tool call that are not JSON text",
    `defineHook({ name: "h", afterLlm: () => modify({ toolCalls: [{ id: "1", name: "t", arguments: {} }] }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at arguments:
      Type '{}' is not assignable to type 'string'."
    `),
  );
  refused("is reported for undefined in a patch", `modify({ model: undefined });`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2379, line 1, at { model: undefined }:
      Argument of type '{ model: undefined; }' is not assignable to parameter of type 'LlmRequestPatch' with 'exactOptionalPropertyTypes: true'. Consider adding 'undefined' to the types of the target's properties.
        Types of property 'model' are incompatible.
          Type 'undefined' is not assignable to type 'string'."
    `),
  );
  refused("is reported for a reason that is not text", `reject(12);`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2345, line 1, at 12:
      Argument of type 'number' is not assignable to parameter of type 'string'."
    `),
  );
});

describe("the parameters of a handler", () => {
  refused(
    "a misspelt field of a call is reported with the correct name",
    `defineHook({ name: "h", beforeTool: (call) => (call.argumnts.command ? deny("no") : undefined) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2551, line 1, at argumnts:
      Property 'argumnts' does not exist on type 'ToolCall'. Did you mean 'arguments'?"
    `),
  );
  refused(
    "a field that does not exist in any call is reported",
    `defineHook({ name: "h", beforeTool: (call) => (call.comand === "rm" ? deny("no") : undefined) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2339, line 1, at comand:
      Property 'comand' does not exist on type 'ToolCall'."
    `),
  );
  refused(
    "a field of another point's call is reported",
    `defineHook({ name: "h", beforeTool: (call) => (call.result.isError ? deny("no") : undefined) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2339, line 1, at result:
      Property 'result' does not exist on type 'ToolCall'."
    `),
  );
  refused(
    "an argument has the type unknown until it is checked",
    `defineHook({ name: "h", beforeTool: (call) => (call.arguments.command.includes("rm") ? deny("no") : undefined) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS18046, line 1, at call.arguments.command:
      'call.arguments.command' is of type 'unknown'."
    `),
  );
  refused(
    "a call cannot be changed",
    `defineHook({ name: "h", beforeTool: (call) => { call.arguments.force = false; } });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2542, line 1, at call.arguments.force:
      Index signature in type 'Readonly<Record<string, unknown>>' only permits reading."
    `),
  );
  refused(
    "a handler with the call of another point is reported",
    `defineHook({ name: "h", beforeTool: (call: ToolOutcome) => deny(call.result.forLlm) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2322, line 1, at beforeTool:
        Type '(call: ToolOutcome) => Deny' is not assignable to type 'Handler<ToolCall, BeforeToolDecision, {}>'.
          Types of parameters 'call' and 'call' are incompatible.
            Property 'result' is missing in type 'ToolCall' but required in type 'ToolOutcome'."
      `),
  );
  refused(
    "a misspelt setting is reported with the declared settings",
    `
    defineHook({
      name: "h",
      env: z.object({ KEY: z.string() }),
      beforeTool: (call, { env }) => deny(env.KYE),
    });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2339, line 4, at KYE:
      Property 'KYE' does not exist on type '{ KEY: string; }'."
    `),
  );
  refused(
    "an undeclared setting is reported",
    `defineHook({ name: "h", beforeTool: (call, { env }) => deny(env.KEY) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2339, line 1, at KEY:
      Property 'KEY' does not exist on type '{}'."
    `),
  );
  refused(
    "a misspelt part of the context is reported",
    `defineHook({ name: "h", beforeTool: (call, { sginal }) => undefined });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2339, line 1, at sginal:
      Property 'sginal' does not exist on type 'Context<{}>'."
    `),
  );
  refused(
    "an unknown kind of tool is reported",
    `defineHook({ name: "h", approveTool: (call) => (call.kind === "exec" ? reject("no") : approve()) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2367, line 1, at call.kind === "exec":
      This comparison appears to be unintentional because the types 'ToolKind' and '"exec"' have no overlap."
    `),
  );
  refused(
    "a payload of another event is reported",
    `defineHook({ name: "h", onEvent: (e) => (e.kind === "tool.start" ? e.payload.prompt : undefined) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2339, line 1, at prompt:
      Property 'prompt' does not exist on type 'ToolFields'."
    `),
  );
  refused(
    "an unknown kind of event is reported",
    `defineHook({ name: "h", onEvent: (event) => event.kind === "tool.exec_end" });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2367, line 1, at event.kind === "tool.exec_end":
        This comparison appears to be unintentional because the types '"compact.end" | "compact.start" | "error" | "follow_up.queued" | "interrupt.received" | "llm.delta" | "llm.request" | "llm.response" | "llm.retry" | "notification" | "other" | ... 14 more ... | AmbientEventKind' and '"tool.exec_end"' have no overlap."
      `),
  );
});

describe("a definition", () => {
  refused(
    "has no misspelt handlers",
    `
    defineHook({
      name: "h",
      beforTool: () => deny("no"),
    });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2561, line 3, at beforTool:
        Object literal may only specify known properties, but 'beforTool' does not exist in type 'HookDefinition<{}, unknown>'. Did you mean to write 'beforeTool'?"
      `),
  );
  refused(
    "has no misspelt handlers as methods",
    `defineHook({ name: "h", aproveTool() { return approve(); } });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2561, line 1, at aproveTool:
        Object literal may only specify known properties, but 'aproveTool' does not exist in type 'HookDefinition<{}, unknown>'. Did you mean to write 'approveTool'?"
      `),
  );
  refused("needs a name", `defineHook({ beforeTool: () => undefined });`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2345, line 1, at { beforeTool: () => undefined }:
      Argument of type '{ beforeTool: () => undefined; }' is not assignable to parameter of type 'HookDefinition<{}, unknown>'.
        Property 'name' is missing in type '{ beforeTool: () => undefined; }' but required in type 'HookDefinition<{}, unknown>'."
    `),
  );
  refused("has one of two failure policies", `defineHook({ name: "h", onFailure: "closed" });`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at onFailure:
      Type '"closed"' is not assignable to type 'FailurePolicy'."
    `),
  );
  refused("has no misspelt deadline", `defineHook({ name: "h", deadlines: { interceptMS: 100 } });`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2561, line 1, at interceptMS:
      Object literal may only specify known properties, but 'interceptMS' does not exist in type 'Deadlines'. Did you mean to write 'interceptMs'?"
    `),
  );
  refused("has a schema for its settings, not values", `defineHook({ name: "h", env: { KEY: "x" } });`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2353, line 1, at KEY:
      Object literal may only specify known properties, and 'KEY' does not exist in type 'Schema<{}, unknown>'."
    `),
  );
  refused(
    "has tools, but not hooks, in its tools",
    `defineHook({ name: "h", tools: [defineHook({ name: "g" })] });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2739, line 1, at defineHook({ name: "g" }):
      Type 'Hook<{}>' is missing the following properties from type 'Tool<never>': description, input, run"
    `),
  );
  refused("that is served as it stands is checked too", `serve({ name: "h", beforTool: () => undefined });`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2561, line 1, at beforTool:
      Object literal may only specify known properties, but 'beforTool' does not exist in type 'Hook<never>'. Did you mean to write 'beforeTool'?"
    `),
  );
  refused(
    "that is a composition of two needs the settings of both",
    `
    const a = defineHook({ name: "a", env: z.object({ A: z.string() }) });
    const b = defineHook({ name: "b", env: z.object({ B: z.string() }) });
    const both = compose(a, b);
    const env: EnvOf<typeof both> = { A: "x" };`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 4, at env:
      Type '{ A: string; }' is not assignable to type '{ A: string; } & { B: string; }'.
        Property 'B' is missing in type '{ A: string; }' but required in type '{ B: string; }'."
    `),
  );
});

describe("a tool", () => {
  refused(
    "has an object as its input, not text",
    `defineTool({ name: "t", description: "d", input: z.string(), run: () => "x" });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at input:
      Type 'ZodString' is not assignable to type 'Schema<string, Record<string, unknown>>'.
        The types of '"~standard".types' are incompatible between these types.
          Type 'Types<string, string> | undefined' is not assignable to type '{ readonly input: Record<string, unknown>; readonly output: string; } | undefined'.
            Type 'Types<string, string>' is not assignable to type '{ readonly input: Record<string, unknown>; readonly output: string; }'.
      (2 more)"
    `),
  );
  refused(
    "has an object as its input, not a list",
    `defineTool({ name: "t", description: "d", input: mini.array(mini.string()), run: () => "x" });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 1, at input:
      Type 'ZodMiniArray<ZodMiniString<string>>' is not assignable to type 'Schema<string[], Record<string, unknown>>'.
        The types of '"~standard".types' are incompatible between these types.
          Type 'Types<string[], string[]> | undefined' is not assignable to type '{ readonly input: Record<string, unknown>; readonly output: string[]; } | undefined'.
            Type 'Types<string[], string[]>' is not assignable to type '{ readonly input: Record<string, unknown>; readonly output: string[]; }'.
      (3 more)"
    `),
  );
  refused(
    "needs an input, not parameters",
    `defineTool({ name: "t", description: "d", parameters: z.object({}), run: () => "x" });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2353, line 1, at parameters:
      Object literal may only specify known properties, and 'parameters' does not exist in type 'ToolDefinition<unknown, ToolReply, {}>'."
    `),
  );
  refused(
    "has no misspelt keys",
    `defineTool({ name: "t", descripton: "d", input: z.object({}), run: () => "x" });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2561, line 1, at descripton:
      Object literal may only specify known properties, but 'descripton' does not exist in type 'ToolDefinition<unknown, ToolReply, {}>'. Did you mean to write 'description'?"
    `),
  );
  refused(
    "reads no argument that its input does not declare",
    `
    defineTool({
      name: "t",
      description: "d",
      input: z.object({ city: z.string() }),
      run: ({ ctiy }) => ctiy,
    });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2339, line 5, at ctiy:
      Property 'ctiy' does not exist on type '{ city: string; }'."
    `),
  );
  refused(
    "does not return a number",
    `defineTool({ name: "t", description: "d", input: z.object({}), run: () => 12 });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2322, line 1, at 12:
        Type 'number' is not assignable to type 'Promise<NoInfer<ToolReply>> | NoInfer<ToolReply>'."
      `),
  );
  refused(
    "does not return a promise of a number",
    `defineTool({ name: "t", description: "d", input: z.object({}), run: async () => 12 });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2322, line 1, at 12:
        Type 'Promise<number>' is not assignable to type 'Promise<NoInfer<ToolReply>> | NoInfer<ToolReply>'.
          Type 'Promise<number>' is not assignable to type 'Promise<NoInfer<ToolReply>>'.
            Type 'number' is not assignable to type 'ToolReply'."
      `),
  );
  refused(
    "does not return undefined",
    `defineTool({ name: "t", description: "d", input: z.object({}), run: () => {} });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2322, line 1, at run:
        Type '() => void' is not assignable to type '(args: Record<string, never>, context: ToolContext<{}>) => Promise<NoInfer<ToolReply>> | NoInfer<ToolReply>'.
          Type 'void' is not assignable to type 'Promise<NoInfer<ToolReply>> | NoInfer<ToolReply>'."
      `),
  );
  refused(
    "does not return a result whose only field is misspelt",
    `defineTool({ name: "t", description: "d", input: z.object({}), run: () => ({ forLLM: "x" }) });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2322, line 1, at ({ forLLM: "x" }):
        Type '{ forLLM: string; }' is not assignable to type 'Promise<NoInfer<ToolReply>> | NoInfer<ToolReply>'."
      `),
  );
  refused(
    "does not return a value that its output rejects",
    `
    defineTool({
      name: "t",
      description: "d",
      input: z.object({}),
      output: z.object({ degrees: z.number() }),
      run: () => ({ degrees: "15" }),
    });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2322, line 6, at degrees:
      Type 'string' is not assignable to type 'number'."
    `),
  );
  unseen(
    "may return a misspelt field next to a valid one",
    `defineTool({ name: "t", description: "d", input: z.object({}), run: () => ({ forLlm: "x", isEror: true }) });`,
  );
});

describe("a result as an object", () => {
  refused("has no misspelt field", `respond({ forLlm: "x", isEror: true });`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2561, line 1, at isEror:
      Object literal may only specify known properties, but 'isEror' does not exist in type 'ToolResult'. Did you mean to write 'isError'?"
    `),
  );
  refused(
    "has no misspelt fields when annotated",
    `const result: ToolResult = { forLlm: "x", respnseHandled: true };`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2561, line 1, at respnseHandled:
      Object literal may only specify known properties, but 'respnseHandled' does not exist in type 'ToolResult'. Did you mean to write 'responseHandled'?"
    `),
  );
  refused("has text for the model", `respond({ forUser: "x" });`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2345, line 1, at { forUser: "x" }:
      Argument of type '{ forUser: string; }' is not assignable to parameter of type 'string | ToolResult'.
        Property 'forLlm' is missing in type '{ forUser: string; }' but required in type 'ToolResult'."
    `),
  );
});

describe("a handler of a host's own events", () => {
  refused(
    "has no misspelt event names",
    `defineHook({ name: "h", native: { "docker-agent": { user_promt_submit: () => {} } } });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2561, line 1, at user_promt_submit:
        Object literal may only specify known properties, but 'user_promt_submit' does not exist in type 'DockerAgentHandlers<{}> & {}'. Did you mean to write 'user_prompt_submit'?"
      `),
  );
  refused("has no misspelt host", `defineHook({ name: "h", native: { "docker-agnet": {} } });`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2353, line 1, at "docker-agnet":
      Object literal may only specify known properties, and '"docker-agnet"' does not exist in type 'NativeHandlers<{}> & {}'."
    `),
  );
  refused("has no host without events of its own", `defineHook({ name: "h", native: { picoclaw: {} } });`, (errors) =>
    errors.toMatchInlineSnapshot(`
      "TS2353, line 1, at picoclaw:
      Object literal may only specify known properties, and 'picoclaw' does not exist in type 'NativeHandlers<{}> & {}'."
    `),
  );
  refused(
    "has no misspelt keys in its answer",
    `
    defineHook({
      name: "h",
      native: { "docker-agent": { user_prompt_submit: () => ({ desicion: "block" }) } },
    });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2322, line 3, at user_prompt_submit:
        Type '() => { desicion: string; }' is not assignable to type '((input: DockerAgentPrompt, context: Context<{}>) => Promise<NativeReply<"user_prompt_submit">> | NativeReply<"user_prompt_submit">) & "unknown key in the answer: desicion"'.
          Type '() => { desicion: string; }' is not assignable to type '"unknown key in the answer: desicion"'."
      `),
  );
  refused(
    "has no decision that docker-agent ignores in its answer",
    `
    defineHook({
      name: "h",
      native: { "docker-agent": { user_prompt_submit: () => ({ decision: "deny" }) } },
    });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2322, line 3, at user_prompt_submit:
        Type '() => { decision: "deny"; }' is not assignable to type '(input: DockerAgentPrompt, context: Context<{}>) => Promise<NativeReply<"user_prompt_submit">> | NativeReply<"user_prompt_submit">'.
          Type '{ decision: "deny"; }' is not assignable to type 'Promise<NativeReply<"user_prompt_submit">> | NativeReply<"user_prompt_submit">'.
            Type '{ decision: "deny"; }' is not assignable to type 'DockerAgentAnswerAt<"user_prompt_submit">'.
              Type '{ decision: "deny"; }' is not assignable to type 'Reading<Omit<DockerAgentAnswer, "hook_specific_output">, Common<"user_prompt_submit">>'.
        (2 more)"
      `),
  );
  refused(
    "returns no portable decision",
    `
    defineHook({
      name: "h",
      native: { "docker-agent": { pre_tool_use: () => deny("no") } },
    });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
        "TS2322, line 3, at pre_tool_use:
        Type '() => Deny' is not assignable to type '(((input: DockerAgentToolEvent, context: Context<{}>) => Promise<NativeReply<"pre_tool_use">> | NativeReply<"pre_tool_use">) & ("unknown key in the answer: action" | "unknown key in the answer: rule")) | undefined'.
          Type '() => Deny' is not assignable to type '((input: DockerAgentToolEvent, context: Context<{}>) => Promise<NativeReply<"pre_tool_use">> | NativeReply<"pre_tool_use">) & "unknown key in the answer: action"'.
            Type '() => Deny' is not assignable to type '"unknown key in the answer: action"'."
      `),
  );
  refused(
    "has the fields of other events with an unknown type",
    `
    defineHook({
      name: "h",
      native: { "docker-agent": { stop: ({ prompt }) => { prompt.length; } } },
    });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS18046, line 3, at prompt:
      'prompt' is of type 'unknown'."
    `),
  );
});

describe("commandOf and pathsOf", () => {
  refused(
    "accept a call, but not its arguments",
    `defineHook({ name: "h", beforeTool: (call) => { commandOf(call.arguments); } });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2345, line 1, at call.arguments:
      Argument of type 'Readonly<Record<string, unknown>>' is not assignable to parameter of type 'ToolRequest'.
        Type 'Readonly<Record<string, unknown>>' is missing the following properties from type 'ToolRequest': kind, arguments"
    `),
  );
  refused(
    "do not accept a model call",
    `defineHook({ name: "h", beforeLlm: (call) => { pathsOf(call); } });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS2345, line 1, at call:
      Argument of type 'LlmCall' is not assignable to parameter of type 'ToolRequest'.
        Type 'LlmCall' is missing the following properties from type 'ToolRequest': kind, arguments"
    `),
  );
});

describe("fields that only some hosts have", () => {
  refused(
    "may be missing",
    `defineHook({ name: "h", afterTool: ({ durationMs }) => { durationMs.toFixed(); } });`,
    (errors) =>
      errors.toMatchInlineSnapshot(`
      "TS18048, line 1, at durationMs:
      'durationMs' is possibly 'undefined'."
    `),
  );
});
