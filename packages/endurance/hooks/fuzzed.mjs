// Repeats the call in its answer. A call with `wait` is answered when another call releases it.
import { approve, defineHook, deny, modify, serve } from "@agent-hook/sdk";

const waiting = new Map();
const release = (key) => {
  waiting.get(key)?.();
  waiting.delete(key);
};

await serve(
  defineHook({
    name: "fuzzed",
    onFailure: process.env.POLICY,
    deadlines: { interceptMs: 600_000, approveMs: 600_000 },
    beforeLlm: () => modify({ options: { temperature: 0 } }),
    afterLlm: ({ content }) => modify({ content: `${content}.` }),
    beforeTool: ({ arguments: { good, wait, release: key } }) => {
      if (typeof wait === "string") return new Promise((done) => waiting.set(wait, () => done(deny(`waited ${wait}`))));
      if (typeof key === "string") release(key);
      return typeof good === "string" ? deny(`good ${good}`) : undefined;
    },
    afterTool: ({ result }) => modify({ result: `${result.forLlm}.` }),
    approveTool: approve,
    onEvent: () => {},
  }),
);
