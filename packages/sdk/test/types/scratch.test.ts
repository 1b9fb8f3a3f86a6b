import { it } from "vitest";
import { compiler, STRICT } from "./compile.js";
const t = (title: string, code: string) => { const f = s(code); it(title, () => { const a = Date.now(); const r = f(); console.log(`### ${title} (${Date.now()-a} ms)\n${r}`); }); };
let s = compiler(STRICT);
t("ok", `defineHook({ name: "h", beforeTool: (call) => modify({ arguments: { ...call.arguments } }) });`);
t("respond in afterTool", `defineHook({
  name: "h",
  afterTool: () => respond("x"),
});`);
t("respond in afterTool beside others", `defineHook({
  name: "h",
  afterTool(call) { if (call.tool === "exec") return respond("x"); return modify({ result: "x" }); },
});`);
t("deny in one branch of beforeLlm", `defineHook({
  name: "h",
  beforeLlm: (call) => {
    if (call.model === "x") return deny("no");
    return undefined;
  },
});`);
t("deny in beforeLlm", `defineHook({
  name: "h",
  beforeLlm: () => deny("no"),
});`);
t("deny in async beforeLlm", `defineHook({
  name: "h",
  beforeLlm: async () => deny("no"),
});`);
t("approve in beforeTool", `defineHook({ name: "h",
  beforeTool: () => approve(),
});`);
t("reject in beforeTool", `defineHook({ name: "h",
  beforeTool: () => reject("x"),
});`);
t("deny in approveTool", `defineHook({ name: "h",
  approveTool: (call) => call.tool === "exec" ? deny("x") : approve(),
});`);
t("modify in approveTool", `defineHook({ name: "h",
  approveTool: () => modify({ arguments: {} }),
});`);
t("path without return", `defineHook({ name: "h",
  approveTool: (call) => { if (call.tool === "exec") return reject("x"); },
});`);
t("path without return async", `defineHook({ name: "h",
  approveTool: async (call) => { if (call.tool === "exec") return reject("x"); },
});`);
t("no return", `defineHook({ name: "h",
  approveTool: () => {},
});`);
t("return true", `defineHook({ name: "h",
  approveTool: () => true,
});`);
t("and-shortcut", `defineHook({ name: "h",
  beforeTool: (call) => call.tool === "exec" && deny("x"),
});`);
t("misspelt patch", `defineHook({ name: "h",
  beforeLlm: () => modify({ model: "x", mesages: [] }),
});`);
t("misspelt patch async", `defineHook({ name: "h",
  beforeLlm: async () => modify({ model: "x", mesages: [] }),
});`);
t("misspelt patch ternary", `defineHook({ name: "h",
  beforeLlm: (call) => call.model === "y" ? modify({ model: "x", mesages: [] }) : undefined,
});`);
t("misspelt patch const", `const d = modify({ model: "x", mesages: [] });`);
t("misspelt alone const", `const d = modify({ mesages: [] });`);
t("misspelt alone return", `defineHook({ name: "h", beforeLlm: () => modify({ mesages: [] }) });`);
t("foreign patch", `defineHook({ name: "h",
  beforeLlm: () => modify({ content: "x" }),
});`);
t("foreign patch var", `const d = modify({ content: "x" });
defineHook({ name: "h",
  beforeLlm: () => d,
});`);
t("two points patch", `const d = modify({ content: "x", model: "y" });`);
t("wrong type", `defineHook({ name: "h",
  beforeLlm: () => modify({ model: 12 }),
});`);
t("wrong type const", `const d = modify({ model: 12 });`);
t("wrong role", `defineHook({ name: "h",
  beforeLlm: (call) => modify({ messages: [...call.messages, { role: "usr", content: "x" }] }),
});`);
t("role 12", `defineHook({ name: "h",
  beforeLlm: (call) => modify({ messages: [...call.messages, { role: 12, content: "x" }] }),
});`);
t("message misspelt", `defineHook({ name: "h",
  beforeLlm: (call) => modify({ messages: [...call.messages, { role: "user", contnt: "x" }] }),
});`);
t("message snake", `defineHook({ name: "h",
  beforeLlm: (call) => modify({ messages: [...call.messages, { role: "user", content: "x", tool_call_id: "x" }] }),
});`);
t("message content missing", `defineHook({ name: "h",
  beforeLlm: (call) => modify({ messages: [...call.messages, { role: "user" }] }),
});`);
t("toolCalls incomplete", `defineHook({ name: "h",
  afterLlm: (reply) => modify({ toolCalls: reply.toolCalls }),
});`);
t("toolCalls incomplete literal", `defineHook({ name: "h",
  afterLlm: () => modify({ toolCalls: [{ id: "1" }] }),
});`);
t("args object", `defineHook({ name: "h",
  afterLlm: () => modify({ toolCalls: [{ id: "1", name: "x", arguments: {} }] }),
});`);
t("handler misspelt", `defineHook({
  name: "h",
  beforTool: () => undefined,
});`);
t("handler misspelt method", `defineHook({
  name: "h",
  beforTool(call) { return deny(call.tool) },
});`);
t("onFailure", `defineHook({
  name: "h", onFailure: "closed",
});`);
t("deadlines", `defineHook({
  name: "h", deadlines: { interceptMS: 12 },
});`);
t("no name", `defineHook({ beforeTool: () => undefined });`);
t("env typo", `defineHook({ name: "h",
  env: z.object({ KEY: z.string() }),
  beforeTool: (call, { env }) => deny(env.KYE),
});`);
t("env none", `defineHook({ name: "h",
  beforeTool: (call, { env }) => deny(env.KEY),
});`);
t("context typo", `defineHook({ name: "h",
  beforeTool: (call, { sginal }) => undefined,
});`);
t("call typo", `defineHook({ name: "h",
  beforeTool: (call) => call.argumnts.command ? deny("x") : undefined,
});`);
t("call.comand", `defineHook({ name: "h",
  beforeTool: (call) => call.comand === "exec" ? deny("x") : undefined,
});`);
t("call.arguments.command.includes", `defineHook({ name: "h",
  beforeTool: (call) => call.arguments.command.includes("rm") ? deny("x") : undefined,
});`);
t("result of other point", `defineHook({ name: "h",
  beforeTool: (call) => call.result.isError ? deny("x") : undefined,
});`);
t("annotated with the call of another", `defineHook({ name: "h",
  beforeTool: (call: sdk.ToolOutcome) => deny(call.result.forLlm),
});`);
t("assign to call", `defineHook({ name: "h",
  beforeTool: (call) => { call.arguments.x = 12; },
});`);
t("tool input string", `defineTool({ name: "t", description: "d",
  input: z.string(),
  run: () => "x",
});`);
t("tool input array", `defineTool({ name: "t", description: "d",
  input: z.array(z.string()),
  run: () => "x",
});`);
t("run number", `defineTool({ name: "t", description: "d", input: z.object({}),
  run: () => 12,
});`);
t("run number async", `defineTool({ name: "t", description: "d", input: z.object({}),
  run: async () => 12,
});`);
t("run nothing", `defineTool({ name: "t", description: "d", input: z.object({}),
  run: () => {},
});`);
t("run toolresult typo alone", `defineTool({ name: "t", description: "d", input: z.object({}),
  run: () => ({ forLLM: "x" }),
});`);
t("run toolresult typo beside", `defineTool({ name: "t", description: "d", input: z.object({}),
  run: () => ({ forLlm: "x", isEror: true }),
});`);
t("respond typo", `respond({ forLlm: "x", isEror: true });`);
t("respond missing", `respond({ forUser: "x" });`);
t("result patch typo", `modify({ result: { forLLM: "x" } });`);
t("result patch typo in hook", `defineHook({ name: "h", afterTool: () => modify({ result: { forLLM: "x" } }) });`);
t("args typo", `defineTool({ name: "t", description: "d",
  input: z.object({ city: z.string() }),
  run: ({ ctiy }) => ctiy,
});`);
t("args prop typo", `defineTool({ name: "t", description: "d",
  input: z.object({ city: z.string() }),
  run: (args) => args.ctiy,
});`);
t("output mismatch", `defineTool({ name: "t", description: "d",
  input: z.object({}), output: z.object({ degrees: z.number() }),
  run: () => ({ degrees: "15" }),
});`);
t("output missing", `defineTool({ name: "t", description: "d",
  input: z.object({}), output: z.object({ degrees: z.number() }),
  run: () => ({}),
});`);
t("tool approve no return", `defineTool({ name: "t", description: "d",
  input: z.object({ city: z.string() }),
  approve: ({ city }) => { if (city === "x") return reject("no"); },
  run: () => "x",
});`);
t("tool misspelt", `defineTool({ name: "t", descripton: "d",
  input: z.object({ city: z.string() }),
  run: () => "x",
});`);
t("tool parameters", `defineTool({ name: "t", description: "d",
  parameters: z.object({ city: z.string() }),
  run: () => "x",
});`);
t("tools takes a hook", `defineHook({ name: "h", tools: [defineHook({ name: "g" })] });`);
t("serve def", `serve({ beforeTool: () => undefined });`);
t("serve literal", `serve({ name: "x", beforTool: () => undefined });`);
t("compose typo", `compose({ name: "x", onFailure: "block" });`);
t("compose tool", `compose(defineTool({ name: "t", description: "d", input: z.object({}), run: () => "x" }), defineHook({ name: "h" }));`);
t("compose env", `const h = compose(defineHook({ name: "a", env: z.object({ A: z.string() }) }), defineHook({ name: "b", env: z.object({ B: z.string() }) }));
const e: sdk.EnvOf<typeof h> = { A: "x" };`);
t("event payload", `defineHook({ name: "h",
  onEvent: (event) => { if (event.kind === "tool.end") return event.payload.userMessage; },
});`);
t("event kind", `defineHook({ name: "h",
  onEvent: (event) => { if (event.kind === "tool.endd") return event.payload; },
});`);
t("event hostKind", `defineHook({ name: "h",
  onEvent: (event) => event.hostKind,
});`);
t("deny without reason", `deny();`);
t("reject number", `reject(12);`);
t("async env promise", `defineHook({ name: "h", env: { KEY: "x" } });`);
t("call as handler of wrong return Promise<number>", `defineHook({ name: "h", beforeTool: async () => 12 });`);
t("native object", `defineHook({ name: "h", beforeTool: () => ({ action: "deny_tool", reason: "x" }) });`);
t("plain object", `defineHook({ name: "h", beforeTool: () => ({ action: "deny", reason: "x" }) });`);
t("plain object extra", `defineHook({ name: "h", beforeTool: () => ({ action: "deny", reson: "x" }) });`);
t("undefined in a patch", `modify({ model: undefined });`);
