import { defineHook, defineTool, ToolError } from "@agent-hook/sdk";
import { z } from "@agent-hook/sdk/zod";
import manifest from "../package.json" with { type: "json" };

/** Replaces a real service, so that the template works without a network. */
const weather = new Map([
  ["beijing", "Beijing: Sunny, 15 °C, humidity 45%"],
  ["shanghai", "Shanghai: Cloudy, 18 °C, humidity 60%"],
  ["guangzhou", "Guangzhou: Sunny, 25 °C, humidity 70%"],
  ["shenzhen", "Shenzhen: Cloudy, 26 °C, humidity 75%"],
]);

const getWeather = defineTool({
  name: "get_weather",
  description: "The current weather in a city",
  input: z.object({ city: z.string().describe("Name of the city, e.g. Beijing") }),
  run: ({ city }) => {
    const report = weather.get(city.trim().toLowerCase());
    // The model gets this text and can try again. The text of any other error only goes to the log.
    if (report === undefined) throw new ToolError(`No weather for ${city}. Known: ${[...weather.keys()].join(", ")}.`);
    return report;
  },
});

export const hook = defineHook({
  name: "weather",
  version: manifest.version,
  tools: [getWeather],
});
