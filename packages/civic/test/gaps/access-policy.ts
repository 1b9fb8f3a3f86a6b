import { once } from "node:events";
import { connect } from "node:net";
import { defineHook } from "@agent-hook/sdk";
import { inputOf } from "../civic/inputs.js";
import { serveOurs } from "../civic/our-server.js";
import { post } from "../civic/post.js";
import type { Scene } from "../civic/scene.js";
import { serveStock } from "../civic/stock-server.js";
import { send } from "../server/http.js";
import type { Gap, Side } from "./gap.js";
import { stockGuard, stockHook } from "./stock-hooks.js";

const METHOD = "processCallToolRequest";
const INPUT = inputOf(METHOD);
const MIB = 1024 * 1024;

function open(side: Side, scene: Scene): Promise<string> {
  return side === "stock" ? serveStock(scene, stockHook()) : serveOurs(scene, defineHook({ name: "open" }));
}

/** Who can get an answer from a hook's server, and what the answer contains. */
export const DOOR: readonly Gap[] = [
  {
    gap: "The server listens",
    stock: "at all addresses of the machine",
    ours: "only at 127.0.0.1",
    observe: async (side, scene) => {
      const { port } = new URL(await open(side, scene));
      // An address of this machine other than 127.0.0.1, which a server on all addresses also accepts.
      const socket = connect(Number(port), "127.0.0.2");
      scene.onEnd(() => socket.destroy());
      const reached = await once(socket, "connect").then(
        () => true,
        () => false,
      );
      return reached ? "at all addresses of the machine" : "only at 127.0.0.1";
    },
  },
  {
    gap: "A page in the user's browser calls it (`Origin`)",
    stock: "200",
    ours: "403",
    observe: async (side, scene) => {
      const url = await open(side, scene);
      return String((await post(url, METHOD, INPUT, { origin: "https://page.example" })).status);
    },
  },
  {
    gap: "A name that was pointed at 127.0.0.1 calls it (`Host`)",
    stock: "200",
    ours: "403",
    observe: async (side, scene) => {
      const url = await open(side, scene);
      return String((await post(url, METHOD, INPUT, { host: "rebound.example" })).status);
    },
  },
  {
    gap: "Another program of the machine calls it, without a token",
    stock: "200: there are no tokens",
    ours: "401",
    observe: async (side, scene) => {
      if (side === "stock")
        return `${(await post(await open(side, scene), METHOD, INPUT)).status}: there are no tokens`;
      const url = await serveOurs(scene, defineHook({ name: "open" }), "a-token-of-thirty-two-characters");
      return String((await post(new URL(url).origin, METHOD, INPUT)).status);
    },
  },
  {
    gap: "A call of 17 MiB comes",
    stock: "200",
    ours: "413",
    observe: async (side, scene) => {
      const url = await open(side, scene);
      const request = { method: "tools/call", params: { name: "echo", arguments: { text: "x".repeat(17 * MIB) } } };
      return String((await post(url, METHOD, { request, requestExtra: {} })).status);
    },
  },
  {
    gap: "`GET /health`",
    stock: "404",
    ours: '200 {"status":"ok"}',
    observe: async (side, scene) => {
      const { port } = new URL(await open(side, scene));
      const { status, body } = await send(Number(port), "/health", { method: "GET" });
      return status === 200 ? `200 ${JSON.stringify(body)}` : String(status);
    },
  },
  {
    gap: "A hook fails: who asked gets",
    stock: "its error and the stack trace",
    ours: "that it failed, and an id to look up in the log",
    observe: async (side, scene) => {
      const failure = new Error("cannot read /srv/keys.json");
      const url = await (side === "stock"
        ? serveStock(scene, stockGuard(failure))
        : serveOurs(
            scene,
            defineHook({
              name: "guard",
              onFailure: "block",
              beforeTool: () => {
                throw failure;
              },
            }),
          ));
      const request = { method: "tools/call", params: { name: "transfer", arguments: {} } };
      const text = JSON.stringify((await post(url, METHOD, { request, requestExtra: {} })).body);
      const observed = [
        ...(text.includes(failure.message) ? ["its error"] : []),
        ...(/\bat .*:\d+:\d+/.test(text) ? ["the stack trace"] : []),
      ];
      if (observed.length > 0) return observed.join(" and ");
      return / \(id [0-9a-f]{8}\)/.test(text) ? "that it failed, and an id to look up in the log" : text;
    },
  },
];
