// Completes the handshake and then stops reading stdin. With `closed`, it also closes stdin.
import { closeSync, readSync, writeSync } from "node:fs";

const hello = Buffer.alloc(65_536);
const { id } = JSON.parse(hello.toString("utf8", 0, readSync(0, hello)));
writeSync(1, `${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\n`);
if (process.argv[2] === "closed") closeSync(0);
setInterval(() => {}, 60_000);
