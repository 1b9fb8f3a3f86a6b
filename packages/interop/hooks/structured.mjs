// An MCP server with a tool whose result is structured.
import { defineHook, defineTool, serve } from "@agent-hook/sdk";
import { z } from "zod";

const look = defineTool({
  name: "look",
  description: "Looks at something",
  input: z.object({}),
  output: z.object({ value: z.string() }),
  run: () => ({ value: "OUTPUT" }),
});

await serve(defineHook({ name: "structured", tools: [look] }));
