// Answers after a delay, with many calls at a time.
import { setTimeout as wait } from "node:timers/promises";
import { approve, defineHook, serve } from "@agent-hook/sdk";

const think = () => wait(20);

await serve(
  defineHook({
    name: "slow",
    beforeLlm: think,
    afterLlm: think,
    beforeTool: think,
    afterTool: think,
    approveTool: () => think().then(approve),
    onEvent: think,
  }),
);
