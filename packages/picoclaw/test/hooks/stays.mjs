// Ignores the end of stdin and every signal that it can, as does its child. Both connect to BEACON and exit when the
// connection closes. Answers the handshake once both are connected, unless SILENT is set.
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
