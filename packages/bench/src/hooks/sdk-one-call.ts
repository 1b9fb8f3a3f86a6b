// The same with the SDK, a tool and zod as authors import it.
import { defineHook, defineTool, reject, serve } from "@agent-hook/sdk";
import { z } from "zod";

const getWeather = defineTool({
  name: "get_weather",
  description: "Current weather for a city",
  input: z.object({ city: z.string() }),
  run: ({ city }) => `${city}: sunny, 15 °C`,
});

await serve(
  defineHook({ name: "bench", onFailure: "block", tools: [getWeather], approveTool: () => reject("not here") }),
);
