// Like ours.ts, but with a tool. Imports zod as authors do.
import { defineHook, defineTool, serve } from "@agent-hook/sdk";
import { z } from "@agent-hook/sdk/zod";

const getWeather = defineTool({
  name: "get_weather",
  description: "Current weather for a city",
  input: z.object({ city: z.string() }),
  run: ({ city }) => `${city}: sunny, 15 °C`,
});

await serve(defineHook({ name: "bench", tools: [getWeather], beforeTool: () => {} }));
