// Every handler throws the value that the environment names.
import { approve, defineHook, defineTool, serve } from "@agent-hook/sdk";
import { z } from "zod";

const secret = "SECRET of /home/author";
const thrown = {
  "an error": () => Object.assign(new Error(secret), { code: -32_000, data: secret, cause: new Error(secret) }),
  "a text": () => secret,
  nothing: () => undefined,
  null: () => null,
  "an error whose message throws": () =>
    Object.defineProperty(new Error(), "message", {
      get() {
        throw new Error(secret);
      },
    }),
  "an object that cannot be printed": () => ({
    toString() {
      throw new Error(secret);
    },
    [Symbol.for("nodejs.util.inspect.custom")]() {
      throw new Error(secret);
    },
  }),
  "a revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  "an error that looks like JSON-RPC's": () => ({ code: -32_601, message: secret, data: secret }),
  "an error that was frozen": () => Object.freeze(new Error(secret)),
};

const make = thrown[process.env.THROWN ?? "an error"];
const fail = () => {
  throw make();
};

const run = () => "SECRET: it ran";
const unreadable = z.object({}).refine(fail);

await serve(
  defineHook({
    name: "throws",
    onFailure: process.env.POLICY,
    tools: [
      defineTool({ name: "broken_tool", description: "Throws", input: z.object({}), run: fail }),
      defineTool({
        name: "rejecting_tool",
        description: "Rejects",
        input: z.object({}),
        run: () => Promise.reject(make()),
      }),
      defineTool({ name: "unapproved_tool", description: "Is not approved", input: z.object({}), approve: fail, run }),
      defineTool({ name: "unread_tool", description: "Cannot be asked", input: unreadable, run }),
    ],
    beforeLlm: fail,
    afterLlm: () => Promise.reject(make()),
    beforeTool: (call) => (call.ownTool ? undefined : fail()),
    afterTool: () => Promise.reject(make()),
    approveTool: (call) => (call.ownTool ? approve() : fail()),
    onEvent: fail,
    ...(process.env.ON_START ? { setup: fail } : {}),
  }),
);
