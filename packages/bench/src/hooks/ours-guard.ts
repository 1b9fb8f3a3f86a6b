// The same guard with the SDK, in a file that brings a tool, so with zod as authors import it.
import { approve, commandOf, defineHook, defineTool, reject, serve } from "@agent-hook/sdk";
import { z } from "zod";

const getWeather = defineTool({
  name: "get_weather",
  description: "Current weather for a city",
  input: z.object({ city: z.string() }),
  run: ({ city }) => `${city}: sunny, 15 °C`,
});

await serve(
  defineHook({
    name: "bench",
    onFailure: "block",
    tools: [getWeather],
    approveTool: (call) => (/\brm\s+-rf\b/.test(commandOf(call)) ? reject("no rm -rf here") : approve()),
  }),
);
