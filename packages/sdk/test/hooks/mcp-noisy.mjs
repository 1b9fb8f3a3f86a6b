// A tool that prints in ways that a dependency might.
import { spawnSync } from "node:child_process";
import { writeSync } from "node:fs";
import { defineHook, defineTool, serve } from "@agent-hook/sdk";
import { z } from "zod";

const print = {
  log: () => console.log('{"jsonrpc":"2.0","id":1,"result":"NOISE"}'),
  write: () => process.stdout.write("NOISE without an end"),
  raw: () => writeSync(1, "NOISE on the descriptor"),
  child: () => spawnSync("sh", ["-c", "printf 'NOISE of a child'"], { stdio: "inherit" }),
};

await serve(
  defineHook({
    name: "mcp-noisy",
    tools: [
      defineTool({
        name: "print",
        description: "Prints",
        input: z.object({ how: z.string() }),
        run: ({ how }) => {
          print[how]();
          return `printed by ${how}`;
        },
      }),
    ],
  }),
);
