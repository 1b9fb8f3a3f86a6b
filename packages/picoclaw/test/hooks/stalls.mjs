// A guard that does not come in time as often as the file has lines, each naming where: as under a busy machine.
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { approve, defineHook, serve } from "@agent-hook/sdk";

const forever = () => setTimeout(2 ** 31 - 1);

/** Removes the first line of the file if it is this word. */
function stallsAt(where) {
  const lines = readFileSync(process.env.STALLS, "utf8").split("\n").filter(Boolean);
  if (lines[0] !== where) return false;
  writeFileSync(process.env.STALLS, lines.slice(1).join("\n"));
  return true;
}

if (stallsAt("hello")) await forever();
await serve(
  defineHook({
    name: "stalls",
    onFailure: "block",
    beforeTool: async () => {
      if (stallsAt("call")) await forever();
    },
    approveTool: approve,
  }),
);
