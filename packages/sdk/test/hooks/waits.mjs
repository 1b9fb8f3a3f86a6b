// A `release` call answers the waiting `wait` calls in the order that it gives. Other calls do as their names say.
import { approve, defineHook, defineTool, deny, serve } from "@agent-hook/sdk";
import { z } from "zod";

const waiting = new Map();
const never = () => new Promise(() => {});
setInterval(() => {}, 1000);

const tools = {
  wait: ({ key }) =>
    new Promise((resolve) => {
      waiting.set(key, () => resolve(deny(`released ${key}`)));
      if (waiting.size === Number(process.env.RELEASE_AT)) release([...waiting.keys()].reverse());
    }),
  release: ({ keys }) => {
    release(keys ?? [...waiting.keys()]);
    return deny("done");
  },
  brief: () => new Promise((resolve) => setTimeout(() => resolve(deny("in time")), 300)),
  never,
};

function release(keys) {
  for (const key of keys) waiting.get(key)?.();
}

await serve(
  defineHook({
    name: "waits",
    onFailure: process.env.POLICY,
    deadlines: { interceptMs: 60_000, approveMs: 60_000 },
    tools: [defineTool({ name: "never_tool", description: "Never ends", input: z.object({}), run: never })],
    beforeLlm: never,
    afterLlm: never,
    beforeTool: (call, { signal }) => {
      signal.addEventListener("abort", () => console.error(`aborted ${call.tool}`));
      console.error(`running ${call.tool} ${call.arguments.key ?? ""}`);
      return tools[call.tool]?.(call.arguments);
    },
    afterTool: never,
    approveTool: (call) => {
      console.error(`approving ${call.tool}`);
      return call.ownTool ? approve() : never();
    },
    setup: async () => {
      if (process.env.ON_START === "never") await never();
      if (process.env.ON_START === "brief") await tools.brief();
    },
    teardown: () => {
      console.error("teardown runs");
      if (process.env.ON_STOP === "throws") throw new Error("teardown is broken");
      if (process.env.ON_STOP === "never") return never();
    },
  }),
);
