import { defineHook } from "@agent-hook/sdk";
import { call } from "../civic/client.js";
import { connectInMemory } from "../civic/in-memory-proxy.js";
import type { Gap } from "./gap.js";
import { serve } from "./serve.js";
import { stockHook } from "./stock-hooks.js";

const never = () => new Promise<never>(() => {});
/** The client's timeout, in milliseconds. Our server answers long before it. */
const GIVES_UP_MS = 1500;

/** Hooks that do not answer. */
export const SLOW_HOOKS: readonly Gap[] = [
  {
    gap: "A hook hangs",
    stock: "the call waits until the client gives up",
    ours: "the call is denied when the hook's deadline is over",
    observe: async (side, scene) => {
      const url = await serve(side, scene, {
        stock: stockHook({ processCallToolRequest: never }),
        ours: defineHook({ name: "hangs", onFailure: "block", deadlines: { interceptMs: 50 }, beforeTool: never }),
      });
      const { client, target } = await connectInMemory(scene, [{ url, name: "hangs" }]);
      const { text, isError } = await call(client, "transfer", {}, GIVES_UP_MS);
      if (text.includes("Request timed out")) return "the call waits until the client gives up";
      return isError && target.ran.length === 0
        ? "the call is denied when the hook's deadline is over"
        : "the tool runs";
    },
  },
];
