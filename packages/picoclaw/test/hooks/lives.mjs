// A puppet that can be restarted. Each start adds a line to LOG. LIVES has a handshake script per start, and the last
// one repeats.
import { appendFileSync, readFileSync } from "node:fs";

appendFileSync(process.env.LOG, `${process.pid}\n`);
const life = readFileSync(process.env.LOG, "utf8").split("\n").length - 2;
const lives = JSON.parse(process.env.LIVES);
process.env.HELLO = JSON.stringify(lives[Math.min(life, lives.length - 1)]);
await import("./puppet.mjs");
