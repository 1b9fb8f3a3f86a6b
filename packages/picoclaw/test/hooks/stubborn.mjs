// A hook that does not exit. `end`: ignores the end of stdin. `term`: ignores SIGTERM too.
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";

const stays = process.argv.slice(2);
if (stays.includes("end")) setInterval(() => {}, 60_000);
process.on("SIGTERM", () => {
  writeSync(2, "SIGTERM came\n");
  if (!stays.includes("term")) process.exit(15);
});
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (method === "hook.hello") process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\n`);
});
