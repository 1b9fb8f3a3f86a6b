// Tools and a policy. The calls it receives show its role: PicoClaw hook or MCP server.
import { approve, defineHook, defineTool, reject, respond, serve } from "@agent-hook/sdk";
import { z } from "zod";

const input = z.object({ city: z.string() });
const tool = (name, more = {}) =>
  defineTool({
    name,
    description: "Says where it ran",
    input,
    run: ({ city }, { host }) => `as ${host.name} ${name}: ${city}`,
    ...more,
  });
const whole = {
  forLlm: "the map was sent",
  forUser: "Here is your map",
  media: ["media://map"],
  responseHandled: true,
};

await serve(
  defineHook({
    name: "both-roles",
    onFailure: "block",
    tools: [
      tool("where"),
      tool("exec"),
      tool("draw", { content: true }),
      defineTool({ name: "send_map", description: "Sends a map", input, run: () => whole }),
    ],
    beforeTool: ({ ownTool, arguments: { city } }) =>
      ownTool !== undefined && city === "cached" ? respond("from the cache") : undefined,
    approveTool: ({ tool: name, kind, ownTool, arguments: { city } }, { host }) => {
      if (ownTool === undefined) return approve();
      const told = city === "told" || (city === "told late" && host.name === "mcp");
      return told ? reject(`as ${host.name} ${name} ${kind} ${ownTool}`) : approve();
    },
  }),
);
