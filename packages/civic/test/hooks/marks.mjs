// Appends its name to arguments and results.

import { serveCivic } from "@agent-hook/civic";
import { defineHook, modify } from "@agent-hook/sdk";

const name = process.argv[2];
const hook = defineHook({
  name,
  beforeTool: (call) => modify({ arguments: { text: `${call.arguments.text} >${name}` } }),
  afterTool: (outcome) => modify({ result: `${outcome.result.forLlm} <${name}` }),
});

const server = await serveCivic(hook, { port: 0 });
console.log(`serves ${server.url}`);
