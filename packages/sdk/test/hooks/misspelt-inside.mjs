// Definitions with errors at deeper levels, or with a value of the wrong type.
import { compose, defineHook, defineTool, serve } from "@agent-hook/sdk";
import { z } from "zod";

const tool = defineTool({ name: "a_tool", description: "A tool", input: z.object({}), run: () => "" });
const definitions = {
  deadlines: defineHook({ name: "misspelt", deadlines: { interceptMS: 300 } }),
  "a deadline": defineHook({ name: "misspelt", deadlines: { interceptMs: "300" } }),
  tool: defineHook({ name: "misspelt", tools: [{ ...tool, aprove: () => {} }] }),
  member: compose(defineHook({ name: "good" }), defineHook({ name: "misspelt", approvTool: () => {} })),
  policy: defineHook({ name: "misspelt", onFailure: "blok" }),
  handler: defineHook({ name: "misspelt", beforeTool: "deny" }),
  nameless: defineHook({ beforeTool: () => {} }),
  "a tool alone": tool,
  "the tool's name": defineHook({ name: "misspelt", tools: [{ ...tool, name: "get weather!" }] }),
  "a schema that is none": defineHook({
    name: "misspelt",
    tools: [{ ...tool, name: "weird_tool", input: { type: "object" } }],
  }),
  "a schema without JSON": defineHook({
    name: "misspelt",
    tools: [{ ...tool, name: "weird_tool", input: z.object({ a: z.bigint() }) }],
  }),
};

await serve(definitions[process.env.DEFINITION]);
