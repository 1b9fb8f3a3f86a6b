import { defineHook } from "@agent-hook/sdk";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { call, type Outcome } from "../civic/client.js";
import { connectInMemory } from "../civic/in-memory-proxy.js";
import type { Gap } from "./gap.js";
import { serve } from "./serve.js";
import { stockGuard, stockHook } from "./stock-hooks.js";

const passesOn = { stock: stockHook(), ours: defineHook({ name: "passes-on", beforeTool: () => undefined }) };

function whose({ error }: Outcome, code: number, text: string, data: object): string {
  if (error?.message.includes("invalid_type")) return "a complaint of the hook's server about the error";
  const same = error?.code === code && error.message.includes(text);
  return same && JSON.stringify(error.data) === JSON.stringify(data) ? "that error" : "another error";
}

/** Errors from the target, on their way to the client. */
export const TARGET_ERRORS: readonly Gap[] = [
  {
    gap: "The server answers a call with an error, and a served hook is in the chain: what the client gets",
    stock: "a complaint of the hook's server about the error",
    ours: "that error",
    observe: async (side, scene) => {
      const url = await serve(side, scene, passesOn);
      const { client } = await connectInMemory(scene, [{ url, name: "passes-on" }]);
      return whose(await call(client, "fails"), -32602, "no account for fails", { account: 7 });
    },
  },
  {
    gap: "A hook in the proxy's process throws an `McpError` behind a served hook",
    stock: "a complaint of the hook's server about the error",
    ours: "that error",
    observe: async (side, scene) => {
      const url = await serve(side, scene, passesOn);
      const thrower = stockGuard(new McpError(-32001, "no transfers", { rule: 3 }));
      const { client } = await connectInMemory(scene, [{ url, name: "passes-on" }, thrower]);
      return whose(await call(client, "transfer"), -32001, "no transfers", { rule: 3 });
    },
  },
];
