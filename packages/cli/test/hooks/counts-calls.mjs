// Denies each call with the number of calls in the store.
import { defineHook, deny, serve, storeKey } from "@agent-hook/sdk";
import { z } from "zod";

const calls = storeKey("calls", { value: z.number(), scope: "user" });
await serve(
  defineHook({
    name: "counts-calls",
    onFailure: "block",
    beforeTool: async (_call, { store }) => deny(`call ${await store.increment(calls)}`),
  }),
);
