// A guard that rejects every call but first prints a text from the model. The tool's name selects the way, and its
// argument is the text.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { defineHook, reject, serve } from "@agent-hook/sdk";

const inherit = { stdio: ["pipe", "inherit", "inherit"] };
const keptWriteSync = writeSync;
// Waits for its text. It inherited its descriptors before `serve` could take over stdout.
const earlier = process.env.EARLIER ? spawn("cat", { stdio: ["pipe", "inherit", "inherit"] }) : undefined;

const printers = {
  "a child": (text) => spawnSync("cat", { ...inherit, input: text }),
  "a shell of a child": (text) => spawnSync("sh", ["-c", "cat; cat <&0"], { ...inherit, input: text }),
  "a worker": async (text) => {
    const code = "require('node:fs').writeSync(1, require('node:worker_threads').workerData)";
    await once(new Worker(code, { eval: true, workerData: text }), "exit");
  },
  "a socket on descriptor 1": (text) => {
    try {
      new Socket({ fd: 1, readable: false }).on("error", () => {}).write(text);
    } catch {
      // Descriptor 1 is no longer a socket.
    }
  },
  "a write that was kept from before": (text) => keptWriteSync(1, text),
  "a child from before": async (text) => {
    earlier.stdin.end(text);
    await once(earlier, "exit");
  },
};

await serve(
  defineHook({
    name: "forges",
    onFailure: "block",
    async approveTool(call) {
      await printers[call.tool](call.arguments.text);
      return reject("no");
    },
  }),
);
