// Hides secrets in results. The call can name a fault.
import { serveCivic } from "@agent-hook/civic";
import { defineHook, modify } from "@agent-hook/sdk";
import { FAULTS } from "./faults.mjs";

const hook = defineHook({
  name: "redactor",
  onFailure: "block",
  deadlines: { interceptMs: Number(process.argv[2] ?? 150) },
  afterTool: (outcome) =>
    FAULTS[outcome.arguments.fault]?.() ?? modify({ result: outcome.result.forLlm.replace(/secret/g, "[hidden]") }),
});

const server = await serveCivic(hook, { port: 0 });
console.log(`serves ${server.url}`);
