// Uses the store in a way that the call chooses, and denies with what the store answered.
import { defineHook, deny, serve, storeKey } from "@agent-hook/sdk";
import { z } from "zod";

const number = (name) => storeKey(name, { value: z.number(), scope: "user" });
const ways = {
  increment: (store) => store.increment(number("count")),
  get: (store) => store.get(number("count")),
  window: (store) => store.addToWindow(number("window"), { windowMs: 3_600_000, limit: 100 }),
  async swap(store) {
    for (;;) {
      const before = await store.get(number("swapped"));
      if (await store.compareAndSet(number("swapped"), before, (before ?? 0) + 1)) return (before ?? 0) + 1;
    }
  },
};

await serve(
  defineHook({
    name: "store",
    onFailure: process.env.POLICY ?? "block",
    beforeTool: async (call, { store }) => deny(JSON.stringify(await ways[call.arguments.command](store))),
  }),
);
