// Defines tools that answer, reject their arguments and throw.
import { defineHook, defineTool, serve } from "@agent-hook/sdk";
import { z } from "zod";

const tool = (name, input, run) => defineTool({ name, description: name, input, run });

await serve(
  defineHook({
    name: "tools",
    tools: [
      tool("plain", z.object({}), () => "done"),
      tool("strict", z.object({ city: z.string() }), ({ city }) => city),
      tool("broken", z.object({}), () => {
        throw new Error("no database");
      }),
    ],
  }),
);
