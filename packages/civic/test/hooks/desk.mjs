// Rewrites calls, answers calls, adds its own tool and gives each call a key.

import { serveCivic } from "@agent-hook/civic";
import { defineHook, defineTool, modify, respond } from "@agent-hook/sdk";
import { z } from "zod";

const hook = defineHook({
  name: "desk",
  tools: [
    defineTool({
      name: "get_weather",
      description: "Current weather for a city",
      input: z.object({ city: z.string() }),
      run: ({ city }) => `${city}: sunny`,
    }),
  ],
  respondsTo: ["transfer"],
  beforeTool: (call) => {
    if (call.tool === "transfer") return respond("nothing was moved");
    if (call.tool === "echo") return modify({ arguments: { text: `${call.arguments.text} (rewritten)` } });
  },
  native: {
    civic: {
      processCallToolRequest: ({ request }) => ({
        resultType: "continue",
        request: { ...request, requestContext: { headers: { "x-api-key": "key-of-the-desk" } } },
      }),
    },
  },
});

const server = await serveCivic(hook, { port: 0 });
console.log(`serves ${server.url}`);
