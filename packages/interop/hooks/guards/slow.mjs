// The guard of the recorded demo. It is slow, as one that asks a server may be, so that there is time to kill it.
import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { approve, commandOf, defineHook, deny, serve } from "@agent-hook/sdk";

await serve(
  defineHook({
    name: "guard",
    onFailure: "block",
    deadlines: { approveMs: 300_000 },
    approveTool: async (call) => {
      writeFileSync(join(homedir(), "guard.pid"), `${process.pid}\n`);
      await wait(240_000);
      return commandOf(call).includes("rm -rf") ? deny("no rm -rf here") : approve();
    },
  }),
);
