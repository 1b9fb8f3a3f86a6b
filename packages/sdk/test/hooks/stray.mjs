// Throws errors that belong to no call.
import { EventEmitter } from "node:events";
import { defineHook, deny, serve } from "@agent-hook/sdk";

const stray = (kind) => new Error(`STRAY ${kind}`);
const fail = (kind) => {
  throw stray(kind);
};
const kinds = {
  rejection: () => void Promise.reject(stray("rejection")),
  timer: () => void setTimeout(fail, 0, "timer"),
  immediate: () => void setImmediate(fail, "immediate"),
  tick: () => process.nextTick(fail, "tick"),
  microtask: () => queueMicrotask(() => fail("microtask")),
  emitter: () => void setImmediate(() => new EventEmitter().emit("error", stray("emitter"))),
  text: () => void Promise.reject("STRAY text"),
};

await serve(
  defineHook({
    name: "stray",
    beforeTool: async (call) => {
      kinds[call.tool]?.();
      await new Promise(setImmediate);
      return deny("served");
    },
  }),
);
