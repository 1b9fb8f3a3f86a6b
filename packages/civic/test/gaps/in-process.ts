import type { Hook } from "@civic/hook-common";
import { runChain } from "../../src/index.js";
import { call } from "../civic/client.js";
import { connectInMemory } from "../civic/in-memory-proxy.js";
import type { Scene } from "../civic/scene.js";
import type { Gap, Side } from "./gap.js";
import { stockGuard, stockHook } from "./stock-hooks.js";

const CALL = { method: "tools/call" as const, params: { name: "transfer", arguments: { amount: 1 } } };

interface Ended {
  /** The arguments of the calls that reached the server. */
  readonly received: unknown[];
  readonly error?: { readonly data?: unknown };
}

/** Sends a transfer through hooks in one process: in Civic's proxy or in our `runChain`. */
async function transfer(side: Side, scene: Scene, hook: Hook): Promise<Ended> {
  if (side === "stock") {
    const proxied = await connectInMemory(scene, [hook]);
    const { error } = await call(proxied.client, CALL.params.name, CALL.params.arguments);
    return { received: proxied.target.calls.map((one) => one.arguments), ...(error === undefined ? {} : { error }) };
  }
  const received: unknown[] = [];
  const target = (request: typeof CALL) => {
    received.push(request.params.arguments);
    return { content: [] };
  };
  try {
    await runChain([hook as never], CALL, target);
    return { received };
  } catch (error) {
    return { received, error: error as { readonly data?: unknown } };
  }
}

/** Hooks that run in the proxy's process. */
export const IN_PROCESS: readonly Gap[] = [
  {
    gap: "A hook in the proxy's process answers `continueAsync` with a changed request: the server gets",
    stock: "the request as it came",
    ours: "the changed request",
    observe: async (side, scene) => {
      let finish = () => {};
      const finished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const hook = stockHook({
        processCallToolRequest: async (request) => ({
          resultType: "continueAsync",
          request: { ...request, params: { ...request.params, arguments: { amount: 2 } } },
          response: { content: [] },
          callback: async () => finish(),
        }),
      });
      const { received } = await transfer(side, scene, hook);
      await finished;
      return JSON.stringify(received) === '[{"amount":2}]' ? "the changed request" : "the request as it came";
    },
  },
  {
    gap: "A hook in the proxy's process throws an `Error`: the client gets",
    stock: "its message and a stack trace",
    ours: "its message",
    observe: async (side, scene) => {
      const { error } = await transfer(side, scene, stockGuard(new Error("no transfers")));
      return JSON.stringify(error?.data ?? "").includes("stack") ? "its message and a stack trace" : "its message";
    },
  },
  {
    gap: "A hook object has a property `url`",
    stock: "taken for a URL: the session does not begin",
    ours: "asked",
    observe: async (side, scene) => {
      const hook = Object.assign(stockGuard({ code: -32001, message: "no transfers" }), { url: "http://127.0.0.1:9" });
      try {
        const { error } = await transfer(side, scene, hook);
        return error === undefined ? "not asked" : "asked";
      } catch {
        return "taken for a URL: the session does not begin";
      }
    },
  },
];
