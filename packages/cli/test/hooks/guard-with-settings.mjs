// A typical guard in JavaScript: its reason comes from the environment, and it starts child processes.
import { spawnSync } from "node:child_process";
import { appendFileSync, writeSync } from "node:fs";
import { approve, commandOf, defineHook, reject, serve } from "@agent-hook/sdk";
import { z } from "zod";

await serve(
  defineHook({
    name: "guard-with-settings",
    onFailure: "block",
    env: z.object({ GUARD_WORDS: z.string().default("not here"), GUARD_STARTS: z.string().optional() }),
    setup({ env }) {
      if (env.GUARD_STARTS !== undefined) appendFileSync(env.GUARD_STARTS, "started\n");
    },
    approveTool(call, { env }) {
      if (commandOf(call).includes("noise")) {
        console.log("by the console");
        process.stdout.write("by the stream\n");
        writeSync(1, "by the descriptor\n");
        spawnSync("echo", ["by a child"], { stdio: ["ignore", "inherit", "inherit"] });
      }
      if (commandOf(call).includes("rm -rf")) return reject(env.GUARD_WORDS);
      return approve();
    },
  }),
);
