import { z } from "zod";
import { compose, defineHook, defineTool } from "../../src/index.js";

/** A mistake that authors make, as the smallest file with it, and the part of the message that explains it. */
export type Mistake = readonly [title: string, code: string, message: string];

/** Mistakes that the compiler reports. */
export const COMPILED: readonly Mistake[] = [
  [
    "a misspelt handler",
    `defineHook({ name: "h", beforTool: () => deny("no") });`,
    "Did you mean to write 'beforeTool'?",
  ],
  ["a handler with the host's spelling", `defineHook({ name: "h", PreToolUse: () => deny("no") });`, "'PreToolUse'"],
  [
    "a policy that does not exist",
    `defineHook({ name: "h", onFailure: "closed" });`,
    `'"closed"' is not assignable to type 'FailurePolicy'`,
  ],
  [
    "a deadline as text",
    `defineHook({ name: "h", deadlines: { interceptMs: "2s" } });`,
    "'string' is not assignable to type 'number'",
  ],
  ["a hook without a name", `defineHook({ beforeTool: () => undefined });`, "Property 'name' is missing"],
  ["settings as values", `defineHook({ name: "h", env: { KEY: "x" } });`, "'KEY' does not exist in type 'Schema"],
  [
    "a setting that was not declared",
    `defineHook({ name: "h", env: z.object({ KEY: z.string() }), beforeTool: (call, { env }) => deny(env.KYE) });`,
    "'KYE' does not exist",
  ],
  [
    "a decision of another point",
    `defineHook({ name: "h", afterTool: () => respond("x") });`,
    "'Respond' is not assignable",
  ],
  [
    "a change where a call is approved",
    `defineHook({ name: "h", approveTool: () => modify({ arguments: {} }) });`,
    `'Modify<"beforeTool">' is not assignable`,
  ],
  [
    "a field of another point",
    `defineHook({ name: "h", beforeLlm: () => modify({ content: "x" }) });`,
    "'content' does not exist in type 'LlmRequestPatch'",
  ],
  [
    "a misspelt field of a change",
    `defineHook({ name: "h", beforeTool: (call) => modify({ argments: call.arguments }) });`,
    "Did you mean to write 'arguments'?",
  ],
  [
    "a path of approveTool without a decision",
    `defineHook({ name: "h", approveTool: (call) => { if (call.tool === "exec") return reject("no"); } });`,
    "'undefined' is not assignable",
  ],
  [
    "true for a decision",
    `defineHook({ name: "h", approveTool: (call) => call.tool !== "exec" });`,
    "'boolean' is not assignable",
  ],
  [
    "false for no decision",
    `defineHook({ name: "h", beforeTool: (call) => call.tool === "exec" && deny("no") });`,
    "'boolean' is not assignable",
  ],
  ["a denial without a reason", `defineHook({ name: "h", beforeTool: () => deny() });`, "Expected 1-2 arguments"],
  [
    "an argument that is used without a check",
    `defineHook({ name: "h", beforeTool: (call) => (call.arguments.query.includes("x") ? deny("no") : undefined) });`,
    "is of type 'unknown'",
  ],
  [
    "a call that is changed in place",
    `defineHook({ name: "h", beforeTool: (call) => { call.arguments.force = false; } });`,
    "only permits reading",
  ],
  [
    "a kind of tool that does not exist",
    `defineHook({ name: "h", beforeTool: (call) => (call.kind === "exec" ? deny("no") : undefined) });`,
    "'ToolKind'",
  ],
  [
    "a field of another point's call",
    `defineHook({ name: "h", beforeTool: (call) => (call.result.isError ? deny("no") : undefined) });`,
    "Property 'result' does not exist",
  ],
  [
    "a misspelt event of a host",
    `defineHook({ name: "h", native: { "claude-code": { UserPromtSubmit: () => {} } } });`,
    "Did you mean to write 'UserPromptSubmit'?",
  ],
  [
    "a misspelt key in a host's answer",
    `
    defineHook({
      name: "h",
      native: { codex: { UserPromptSubmit: ({ prompt }) => ({ decision: "block", resaon: prompt }) } },
    });`,
    '"unknown key in the answer: resaon"',
  ],
  [
    "an argument that the tool does not declare",
    `defineTool({ name: "t", description: "d", input: z.object({ city: z.string() }), run: ({ town }) => town });`,
    "Property 'town' does not exist",
  ],
  [
    "a number as a tool's result",
    `defineTool({ name: "t", description: "d", input: z.object({}), run: () => 12 });`,
    "Type 'number' is not assignable",
  ],
  [
    "a hook in place of a tool",
    `defineHook({ name: "h", tools: [defineHook({ name: "g" })] });`,
    "missing the following properties from type 'Tool<never>'",
  ],
  [
    "a function that makes the hook",
    `const hook = defineHook({ name: "h" }); serve(() => hook);`,
    "'() => Hook<{}>' is not assignable to parameter of type 'Hook<never>'",
  ],
  ["an object without defineHook", `serve({ name: "h" });`, `Property '"~defineHook"' is missing`],
  [
    "the name of a composition at the end",
    `const hook = defineHook({ name: "h" }); compose(hook, { name: "all" });`,
    `Property '"~defineHook"' is missing`,
  ],
  [
    "a tool in a composition",
    `compose(defineTool({ name: "t", description: "d", input: z.object({}), run: () => "x" }));`,
    '"expected a hook or { name, version }"',
  ],
];

const tool = defineTool({ name: "t", description: "d", input: z.object({}), run: () => "x" });

/** Mistakes that types cannot show: what is passed to `serve`, and the part of the message that explains it. */
export const STARTED: readonly (readonly [title: string, hook: unknown, message: string])[] = [
  [
    "a tool's name with a space",
    defineHook({ name: "h", tools: [{ ...tool, name: "get weather" }] }),
    "tools[0].name: expected 1 to 64 letters, digits, _ or -",
  ],
  [
    "two tools with one name",
    compose(defineHook({ name: "a", tools: [tool] }), defineHook({ name: "b", tools: [tool] })),
    'tool "t" is defined twice',
  ],
];
