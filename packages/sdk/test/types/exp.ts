import { compiler, STRICT } from "./compile.js";
const c = compiler(STRICT);
const list: [string, () => string][] = ([
 ["respond in afterTool", `defineHook({ name: "h", afterTool: () => respond("x") });`],
 ["respond on a path", `defineHook({ name: "h", afterTool(o) { if (o.tool === "exec") return respond("x"); return modify({ result: "x" }); } });`],
 ["deny in beforeLlm", `defineHook({ name: "h", beforeLlm: () => deny("x") });`],
 ["deny on path", `defineHook({ name: "h", beforeLlm: (c) => { if (c.model === "x") return deny("x"); return undefined; } });`],
 ["deny async", `defineHook({ name: "h", beforeLlm: async () => deny("x") });`],
 ["approve in beforeTool", `defineHook({ name: "h", beforeTool: () => approve() });`],
 ["reject in beforeTool", `defineHook({ name: "h", beforeTool: () => reject("no") });`],
 ["deny in approveTool", `defineHook({ name: "h", approveTool: (call) => (call.tool === "exec" ? deny("no") : approve()) });`],
 ["modify in approveTool", `defineHook({ name: "h", approveTool: () => modify({ arguments: {} }) });`],
 ["modify const", `const shorter = modify({ content: "x" }); defineHook({ name: "h", beforeLlm: () => shorter });`],
 ["modify in ok place", `defineHook({ name: "h", beforeLlm: () => modify({mesages: []}) });`],
 ["async path", `defineHook({ name: "h", approveTool: async (call) => { if (call.tool === "exec") return reject("no"); } });`],
 ["string input", `defineTool({ name: "t", description: "d", input: z.string(), run: () => "x" });`],
 ["array input", `defineTool({ name: "t", description: "d", input: mini.array(mini.string()), run: () => "x" });`],
 ["ok input", `defineTool({ name: "t", description: "d", input: mini.object({ a: mini.string() }), run: ({ a }) => a });`],
 ["union input", `defineTool({ name: "t", description: "d", input: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), run: (x) => "a" in x ? x.a : x.b });`],
 ["misspelt", `defineTool({ name: "t", description: "d", input: z.object({}), run: () => ({ forLLM: "x" }) });`],
 ["misspelt async", `defineTool({ name: "t", description: "d", input: z.object({}), run: async () => ({ forLLM: "x" }) });`],
 ["misspelt beside", `defineTool({ name: "t", description: "d", input: z.object({}), run: () => ({ forLlm: "x", isEror: true }) });`],
 ["number", `defineTool({ name: "t", description: "d", input: z.object({}), run: () => 12 });`],
 ["role", `defineHook({ name: "h", beforeLlm: (c) => modify({ messages: [{ role: "usr", content: "x" }] }) });`],
] as const).map(([t, s]) => [t, c(s)]);
for (const [t, f] of list) { const r = f(); console.log(`\n## ${t}: ${r ? r.split("\n").length - 1 : "none"}\n${r}`); }
