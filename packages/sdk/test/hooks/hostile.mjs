// Returns decisions that cannot be read or that JSON cannot represent.
import { approve, defineHook, modify, serve } from "@agent-hook/sdk";

const circle = {};
circle.circle = circle;
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const fail = () => {
  throw new Error("SECRET");
};
const decisions = {
  "a revoked proxy": revoked,
  "a promise of a revoked proxy": async () => ({ action: "modify", patch: revoked() }),
  "an action that throws": () => Object.defineProperty({}, "action", { get: fail, enumerable: true }),
  // biome-ignore lint/suspicious/noThenProperty: what a handler may return is the point
  "a thenable that throws": () => Object.defineProperty({}, "then", { get: fail }),
  // biome-ignore lint/suspicious/noThenProperty: what a handler may return is the point
  "a thenable that rejects": () => ({ then: (_, reject) => reject(new Error("SECRET")) }),
  "arguments in a circle": () => modify({ arguments: circle }),
  "a BigInt": () => modify({ arguments: { big: 1n } }),
  "a toJSON that throws": () => modify({ arguments: { toJSON: fail } }),
  "a field that throws": () => modify({ arguments: Object.defineProperty({}, "x", { get: fail, enumerable: true }) }),
};

await serve(
  defineHook({
    name: "hostile",
    onFailure: process.env.POLICY,
    beforeTool: (call) => decisions[call.tool]?.(),
    approveTool: (call) => decisions[call.tool]?.() ?? approve(),
  }),
);
