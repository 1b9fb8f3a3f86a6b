// A guard on the SDK. FAULT names its fault. If FAULT is not set, a setting is missing. SEEN is a file that records its
// calls.
import { appendFileSync } from "node:fs";
import { defineHook, deny, serve } from "@agent-hook/sdk";
import { z } from "zod";

const { SEEN } = process.env;

/** Throws an error whose stack and cause have more lines than a message shows. */
function throwDeeply(depth) {
  if (depth > 0) throwDeeply(depth - 1);
  throw new Error("a bug", { cause: new Error("its cause") });
}

await serve(
  defineHook({
    name: "faulty",
    onFailure: "block",
    env: z.object({ FAULT: z.string() }),
    setup({ env }) {
      if (env.FAULT === "does not start") throw new Error("the database is gone");
    },
    async beforeTool(call, { env }) {
      if (SEEN) appendFileSync(SEEN, `${JSON.stringify([call.sessionId, call.raw])}\n`);
      if (env.FAULT === "is noisy") {
        for (let line = 1; line <= 100; line++) console.error(`line ${line} \x1b[8m`);
      }
      if (env.FAULT === "throws") throwDeeply(20);
      if (env.FAULT === "decides nothing") return { decision: "perhaps" };
      if (env.FAULT === "hangs") await new Promise((resolve) => setTimeout(resolve, 60_000));
      if (env.FAULT === "denies") return deny("reading is not allowed here");
    },
  }),
);
