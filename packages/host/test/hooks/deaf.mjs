// Answers the first hello and never reads its stdin; `closed` closes it, too.
import { closeSync, writeSync } from "node:fs";

writeSync(1, '{"jsonrpc":"2.0","id":1,"result":{}}\n');
if (process.argv[2] === "closed") closeSync(0);
setInterval(() => {}, 60_000);
