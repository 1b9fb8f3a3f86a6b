// Needs settings for itself and for its tool.
import { defineHook, defineTool, deny, serve } from "@agent-hook/sdk";
import { z } from "zod";

await serve(
  defineHook({
    name: "settings",
    version: "4.5.6",
    onFailure: "block",
    env: z.object({ API_KEY: z.string().min(10), REGION: z.enum(["eu", "us"]).default("eu") }),
    tools: [
      defineTool({
        name: "get_weather",
        description: "Current weather for a city",
        input: z.object({ city: z.string() }),
        env: z.object({ TOOL_TOKEN: z.string() }),
        run: ({ city }, { env }) => `${city} with ${env.TOOL_TOKEN}, ${Object.keys(env)}`,
      }),
    ],
    beforeTool: (call, { env }) => (call.ownTool ? undefined : deny(`${env.API_KEY} ${env.REGION}`)),
    setup: ({ env, host, log }) => log.error(`setup runs with ${env.REGION} on ${host.name} ${host.version}`),
  }),
);
