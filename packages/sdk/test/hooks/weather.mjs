// Defines one tool and has no handlers.
import { defineHook, defineTool, serve } from "@agent-hook/sdk";
import { z } from "zod";

await serve(
  defineHook({
    name: "weather",
    version: "1.2.3",
    tools: [
      defineTool({
        name: "get_weather",
        description: "Current weather for a city",
        input: z.object({ city: z.string().describe("City name, e.g. Beijing") }),
        run: ({ city }) => `${city}: sunny, 15 °C`,
      }),
    ],
  }),
);
