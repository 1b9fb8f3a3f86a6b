// Has one handler. Its argument is an optional delay in milliseconds.
import { setTimeout } from "node:timers/promises";
import { serveCivic } from "@agent-hook/civic";
import { defineHook, modify } from "@agent-hook/sdk";

const hook = defineHook({
  name: "partial",
  afterTool: async (outcome) => {
    await setTimeout(Number(process.argv[2] ?? 0));
    return modify({ result: `${outcome.result.forLlm} (seen)` });
  },
});

const server = await serveCivic(hook, { port: 0 });
console.log(`serves ${server.url}`);
