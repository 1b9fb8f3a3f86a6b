// Denies transfers. The first argument selects the handler that does so. The second is its deadline in milliseconds.
import { HookChainError, serveCivic } from "@agent-hook/civic";
import { approve, defineHook, deny, reject } from "@agent-hook/sdk";
import { AbstractHook } from "@civic/hook-common";
import { FAULTS } from "./faults.mjs";

const [way = "approveTool", ms = "150"] = process.argv.slice(2);
const REASON = "no transfers";
const refuse = () => {
  throw new HookChainError(-32001, REASON);
};

/** Returns the fault in a transfer, or else a denial. Other calls get `undefined`. */
function rule(tool, { fault }, no) {
  return tool === "transfer" ? (FAULTS[fault] ?? no)() : undefined;
}

const guard = {
  name: "guard",
  onFailure: "block",
  deadlines: { interceptMs: Number(ms), approveMs: Number(ms) },
};

class Guard extends AbstractHook {
  get name() {
    return "guard";
  }

  async processCallToolRequest(request) {
    return (await rule(request.params.name, request.params.arguments, refuse)) ?? { resultType: "continue", request };
  }
}

const ways = {
  approveTool: () =>
    defineHook({
      ...guard,
      approveTool: async (call) => (await rule(call.tool, call.arguments, () => reject(REASON))) ?? approve(),
    }),
  beforeTool: () => defineHook({ ...guard, beforeTool: (call) => rule(call.tool, call.arguments, () => deny(REASON)) }),
  native: () =>
    defineHook({
      ...guard,
      native: {
        civic: { processCallToolRequest: ({ request: { params } }) => rule(params.name, params.arguments, refuse) },
      },
    }),
  class: () => new Guard(),
};

const server = await serveCivic(ways[way](), { port: 0 });
console.log(`serves ${server.url}`);
