import { defineHook } from "@agent-hook/sdk";
import type { Hook } from "@civic/hook-common";
import { createHookClient } from "@civic/passthrough-mcp-server";
import { AbstractHook } from "../../src/index.js";
import { call } from "../civic/client.js";
import { connectInMemory } from "../civic/in-memory-proxy.js";
import { inputOf, METHOD_NAMES } from "../civic/inputs.js";
import { post } from "../civic/post.js";
import type { Gap } from "./gap.js";
import { serve } from "./serve.js";
import { stockHook } from "./stock-hooks.js";

const partial = {
  stock: {
    name: "partial",
    processCallToolRequest: async (request) => ({ resultType: "continue", request }),
    processCallToolResult: async (response) => ({ resultType: "continue", response }),
  } satisfies Hook,
  ours: defineHook({ name: "partial", beforeTool: () => undefined, afterTool: () => undefined }),
};

function oursWith(methods: Partial<Hook>): Hook {
  class One extends AbstractHook {
    readonly name = "one";
  }
  return Object.assign(new One(), methods) as Hook;
}

/** Methods that a hook has, and methods for which it is called. */
export const ANSWERED_METHODS: readonly Gap[] = [
  {
    gap: "A served hook has the two methods of a tool call",
    stock: 'initialize fails: No procedure found on path "processInitializeError"',
    ours: "the session works",
    observe: async (side, scene) => {
      const url = await serve(side, scene, partial);
      try {
        const { client } = await connectInMemory(scene, [{ url, name: "partial" }]);
        return (await call(client, "echo", { text: "hi" })).text === "hi" ? "the session works" : "the call fails";
      } catch (error) {
        return `initialize fails: ${(error as Error).message.replace(/^(MCP error -?\d+: )+/, "")}`;
      }
    },
  },
  {
    gap: "All 31 methods are asked of that hook",
    stock: "2 are answered, 29 are 404",
    ours: "31 are answered",
    observe: async (side, scene) => {
      const url = await serve(side, scene, partial);
      const replies = await Promise.all(METHOD_NAMES.map((method) => post(url, method, inputOf(method))));
      const count = (status: number) => replies.filter((reply) => reply.status === status).length;
      return [`${count(200)} are answered`, ...(count(404) > 0 ? [`${count(404)} are 404`] : [])].join(", ");
    },
  },
  {
    gap: "A hook in the proxy's process has one method, and is given to `createHookClient`",
    stock: "taken for a URL, which fails",
    ours: "asked",
    observe: async (side) => {
      const methods: Partial<Hook> = {
        processListToolsRequest: async (request) => ({ resultType: "continue", request }),
      };
      try {
        const client = createHookClient(side === "stock" ? { name: "one", ...methods } : oursWith(methods));
        const result = await client.processListToolsRequest?.({ method: "tools/list" }, { requestId: 1 });
        return result?.resultType === "continue" ? "asked" : "not asked";
      } catch (error) {
        return String(error).includes("toString") ? "taken for a URL, which fails" : String(error);
      }
    },
  },
  {
    gap: "A client gets a prompt: is a served hook shown it?",
    stock: "no: the proxy's client has no such call",
    ours: "no: the proxy's client has no such call",
    observe: async (side, scene) => {
      const seen: string[] = [];
      const url = await serve(side, scene, {
        stock: stockHook({
          processOtherRequest: async (request) => {
            seen.push(request.method);
            return { resultType: "continue", request };
          },
        }),
        ours: defineHook({
          name: "watches",
          native: { civic: { processOtherRequest: ({ request }) => void seen.push(request.method) } },
        }),
      });
      const { client } = await connectInMemory(scene, [{ url, name: "watches" }]);
      await client.getPrompt({ name: "greet" });
      return seen.length > 0 ? `yes: ${seen}` : "no: the proxy's client has no such call";
    },
  },
];
