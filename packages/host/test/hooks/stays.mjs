// Stays at the end of stdin and at every signal it can, and so does the process that it starts; both hold a connection
// to BEACON, and go with it. Says hello when both have one, unless it is SILENT.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const beacon = createConnection(process.env.BEACON);
beacon.on("error", () => {});
beacon.on("close", () => process.exit());
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
setInterval(() => {}, 60_000);
await once(beacon, "connect");
if (process.send) {
  process.send("connected");
} else {
  const stdio = ["ignore", "inherit", "inherit", "ipc"];
  await once(spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio }), "message");
  if (!process.env.SILENT) {
    createInterface({ input: process.stdin }).on("line", (line) => {
      const { id } = JSON.parse(line);
      process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\n`);
    });
  }
}
