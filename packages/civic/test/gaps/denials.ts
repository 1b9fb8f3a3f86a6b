import { defineHook, deny } from "@agent-hook/sdk";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { call } from "../civic/client.js";
import { connectInMemory } from "../civic/in-memory-proxy.js";
import type { Gap } from "./gap.js";
import { ran, words } from "./outcome-words.js";
import { serve } from "./serve.js";
import { stockGuard, stockHook } from "./stock-hooks.js";

const UNLUCKY = "transfers are not implemented here";

function ourGuard(reason: string) {
  return defineHook({
    name: "guard",
    onFailure: "block",
    beforeTool: ({ tool }) => (tool === "transfer" ? deny(reason) : undefined),
  });
}

/** What happens to a hook's denial. */
export const DENIALS: readonly Gap[] = [
  {
    gap: 'A denial has the words "not implemented" in it',
    stock: "the tool runs",
    ours: "the tool does not run",
    observe: async (side, scene) => {
      const url = await serve(side, scene, { stock: stockGuard(new Error(UNLUCKY)), ours: ourGuard(UNLUCKY) });
      const { client, target } = await connectInMemory(scene, [{ url, name: "guard" }]);
      await call(client, "transfer");
      return ran(target);
    },
  },
  {
    gap: "A failure has these words in it",
    stock: "the tool runs",
    ours: "the tool does not run",
    observe: async (side, scene) => {
      const url = await serve(side, scene, {
        stock: stockGuard(new TypeError("this codec is not implemented")),
        ours: defineHook({
          name: "guard",
          onFailure: "block",
          approveTool: () => {
            throw new TypeError("this codec is not implemented");
          },
        }),
      });
      const { client, target } = await connectInMemory(scene, [{ url, name: "guard" }]);
      await call(client, "transfer");
      return ran(target);
    },
  },
  {
    gap: "A hook that redacts results fails with these words",
    stock: "the client reads the result",
    ours: "the client does not read the result",
    observe: async (side, scene) => {
      const fail = (): never => {
        throw new Error("this charset is not implemented");
      };
      const url = await serve(side, scene, {
        stock: stockHook({ processCallToolResult: async () => fail() }),
        ours: defineHook({ name: "redacts", onFailure: "block", afterTool: fail }),
      });
      const { client } = await connectInMemory(scene, [{ url, name: "redacts" }]);
      const { text } = await call(client, "echo", { text: "the secret" });
      return text.includes("the secret") ? "the client reads the result" : "the client does not read the result";
    },
  },
  {
    gap: "A hook of Civic's class that redacts results fails with these words",
    stock: "the client reads the result",
    ours: "the client does not read the result",
    observe: async (side, scene) => {
      const hook = stockHook({
        processCallToolResult: async () => {
          throw new Error("this charset is not implemented");
        },
      });
      const url = await serve(side, scene, { stock: hook, ours: hook });
      const { client } = await connectInMemory(scene, [{ url, name: "redacts" }]);
      const { text } = await call(client, "echo", { text: "the secret" });
      return text.includes("the secret") ? "the client reads the result" : "the client does not read the result";
    },
  },
  {
    gap: "A hook denies with a code and data: what the client gets",
    stock: "error -32603, with name and stack: no transfers",
    ours: "an error result: no transfers",
    observe: async (side, scene) => {
      const url = await serve(side, scene, {
        stock: stockGuard(new McpError(-32001, "no transfers", { rule: 3 })),
        ours: ourGuard("no transfers"),
      });
      const { client } = await connectInMemory(scene, [{ url, name: "guard" }]);
      return words(await call(client, "transfer"));
    },
  },
];
