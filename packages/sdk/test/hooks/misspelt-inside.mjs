// Definitions with errors at deeper levels, or with a value of the wrong type.
import { compose, defineTool, serve } from "@agent-hook/sdk";
import { z } from "zod";

const tool = defineTool({ name: "a_tool", description: "A tool", input: z.object({}), run: () => "" });
const definitions = {
  deadlines: { name: "misspelt", deadlines: { interceptMS: 300 } },
  "a deadline": { name: "misspelt", deadlines: { interceptMs: "300" } },
  tool: { name: "misspelt", tools: [{ ...tool, aprove: () => {} }] },
  member: compose({ name: "good", beforeTool: () => {} }, { name: "misspelt", approvTool: () => {} }),
  policy: { name: "misspelt", onFailure: "blok" },
  handler: { name: "misspelt", beforeTool: "deny" },
  nameless: { beforeTool: () => {} },
  "a tool alone": tool,
  "the tool's name": { name: "misspelt", tools: [{ ...tool, name: "get weather!" }] },
  "a schema that is none": { name: "misspelt", tools: [{ ...tool, name: "weird_tool", input: { type: "object" } }] },
  "a schema without JSON": {
    name: "misspelt",
    tools: [{ ...tool, name: "weird_tool", input: z.object({ a: z.bigint() }) }],
  },
};

await serve(definitions[process.env.DEFINITION]);
