// Defines a tool and also decides in beforeLlm. The option `change` selects the decision.
import { abortTurn, defineHook, defineTool, modify, serve } from "@agent-hook/sdk";
import { z } from "zod";

const changes = {
  model: () => modify({ model: "other" }),
  "the own tool": (call) => modify({ tools: [...call.tools, { name: "get_weather", description: "by hand" }] }),
  abort: () => abortTurn("enough"),
};

await serve(
  defineHook({
    name: "weather-and-changes",
    tools: [
      defineTool({
        name: "get_weather",
        description: "Current weather for a city",
        input: z.object({ city: z.string().describe("City name, e.g. Beijing") }),
        run: ({ city }) => `${city}: sunny, 15 °C`,
      }),
    ],
    beforeLlm: (call) => changes[call.options.change](call),
  }),
);
