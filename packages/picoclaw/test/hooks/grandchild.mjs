// Leaves a child process that holds its stdout and stderr open.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const stdio = ["ignore", "inherit", "inherit"];
const grandchild = spawn(process.execPath, ["-e", "setInterval(() => {}, 60_000)"], { stdio });
grandchild.unref();
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { id, method } = JSON.parse(line);
  const result = { pid: process.pid, grandchild: grandchild.pid };
  if (method === "hook.hello") process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
});
lines.on("close", () => process.exit(0));
