import { serveCivic } from "@agent-hook/civic";
import { compose, defineHook, deny, modify } from "@agent-hook/sdk";

// The same rules as in proxied-stock.ts, behind one URL as many times as the argument says.
const rules = (name: string) =>
  defineHook({
    name,
    onFailure: "block",
    beforeTool: (call) => (call.tool === "transfer" ? deny("no transfers") : undefined),
    afterTool: ({ result }) =>
      result.forLlm.includes("secret") ? modify({ result: result.forLlm.replaceAll("secret", "[hidden]") }) : undefined,
  });

const count = Number(process.argv[2] ?? 1);
const hooks = Array.from({ length: count }, (_, index) => rules(`ours-${index}`));
const server = await serveCivic(compose({ name: "ours" }, ...hooks), { port: 0 });
console.log(`serves ${server.url}`);
