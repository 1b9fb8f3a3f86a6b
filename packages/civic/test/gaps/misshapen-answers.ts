import type { Hook } from "@civic/hook-common";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { call } from "../civic/client.js";
import { connectInMemory } from "../civic/in-memory-proxy.js";
import { serveOurs } from "../civic/our-server.js";
import type { Scene } from "../civic/scene.js";
import { serveStock } from "../civic/stock-server.js";
import type { Target } from "../civic/target.js";
import type { Gap, Side } from "./gap.js";
import { ran, words } from "./outcome-words.js";
import { stockHook } from "./stock-hooks.js";

/** Returns a hook whose types do not match its answers: plain JavaScript or a cast. */
function answers(answer: unknown): Hook {
  return stockHook({ processCallToolRequest: async () => answer as never });
}

/** Connects a client to the hook in the proxy's own process or behind our server. */
async function inProcessOrOurs(side: Side, scene: Scene, hook: Hook): Promise<{ client: Client; target: Target }> {
  return connectInMemory(scene, [side === "stock" ? hook : { url: await serveOurs(scene, hook), name: "hook" }]);
}

/** Answers that an MCP client cannot read. */
export const MISSHAPEN_ANSWERS: readonly Gap[] = [
  {
    gap: "A hook of Civic's class answers with content that is not a list",
    stock: "the client has to find out",
    ours: "a failure of the hook, which denies the call",
    observe: async (side, scene) => {
      const hook = answers({ resultType: "respond", response: { content: "done" } });
      const { client } = await inProcessOrOurs(side, scene, hook);
      const { text } = await call(client, "transfer");
      if (text.includes('hook "stock" threw an error')) return "a failure of the hook, which denies the call";
      return text.includes("invalid_type") ? "the client has to find out" : text;
    },
  },
  {
    gap: "A hook of Civic's class returns nothing",
    stock: "error -32603, with name and stack: Cannot read properties of undefined (reading 'resultType')",
    ours: 'an error result: hook "stock" threw an error at native.civic.processCallToolRequest (id)',
    observe: async (side, scene) => {
      const { client } = await inProcessOrOurs(side, scene, answers(undefined));
      return words(await call(client, "transfer"));
    },
  },
  {
    gap: "A hook of Civic's class aborts, as Civic's README teaches",
    stock: "error -32603: processResponseThroughHooks was called without a response OR error",
    ours: "error -32001: no transfers",
    observe: async (side, scene) => {
      const { client } = await inProcessOrOurs(side, scene, answers({ resultType: "abort", reason: "no transfers" }));
      return words(await call(client, "transfer"));
    },
  },
  {
    gap: "A hook of Civic's class is served and aborts",
    stock: "error -32603, with name and stack: Output validation failed",
    ours: "error -32001: no transfers",
    observe: async (side, scene) => {
      const hook = answers({ resultType: "abort", reason: "no transfers" });
      const url = await (side === "stock" ? serveStock(scene, hook) : serveOurs(scene, hook));
      const { client } = await connectInMemory(scene, [{ url, name: "hook" }]);
      return words(await call(client, "transfer"));
    },
  },
  {
    gap: "A hook of Civic's class is served and answers `continueAsync`",
    stock:
      "error -32603, with name and stack: continueAsync is not supported for remote hooks via tRPC; the tool does not run",
    ours: 'an error result: hook "stock" returned a decision that this host does not support at native.civic.processCallToolRequest (id); the tool does not run',
    observe: async (side, scene) => {
      const hook = answers({
        resultType: "continueAsync",
        request: { method: "tools/call", params: { name: "transfer" } },
        response: { content: [] },
        callback: async () => {},
      });
      const url = await (side === "stock" ? serveStock(scene, hook) : serveOurs(scene, hook));
      const { client, target } = await connectInMemory(scene, [{ url, name: "hook" }]);
      return `${words(await call(client, "transfer"))}; ${ran(target)}`;
    },
  },
];
