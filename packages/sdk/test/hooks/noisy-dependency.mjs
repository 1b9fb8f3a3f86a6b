// A dependency that prints while it loads, ends with a partial line, and keeps functions that print for later.
import { appendFileSync, write as fsWrite, writeFileSync, writeSync, writev, writevSync } from "node:fs";
import { promisify } from "node:util";

if (!process.env.QUIET) console.log("noisy-dependency: thank you for installing");
if (process.env.HALF_LINE) process.stdout.write("noisy-dependency: half a line");

const { log } = console;
const bytes = (text) => [Buffer.from(text)];
const write = process.stdout.write.bind(process.stdout);

export const print = {
  "console.log": () => console.log("NOISE of console.log"),
  "console.info": () => console.info("NOISE of console.info"),
  "console.dir": () => console.dir({ NOISE: "of console.dir" }),
  "console.table": () => console.table([{ NOISE: "of console.table" }]),
  "process.stdout.write": () => process.stdout.write("NOISE of process.stdout.write"),
  "a corked stdout": () => {
    process.stdout.cork();
    process.stdout.write("NOISE of a corked stdout, ");
    process.stdout.write("in two pieces");
    process.stdout.uncork();
  },
  "process.stdout.end": () => process.stdout.end("NOISE of process.stdout.end"),
  "a console.log kept from before": () => log("NOISE of a kept console.log"),
  "a write kept from before": () => write("NOISE of a kept write"),
  "a raw write to descriptor 1": () => writeSync(1, "NOISE of a raw write"),
  "fs.write": () => promisify(fsWrite)(1, "NOISE of fs.write"),
  "fs.writev": () => promisify(writev)(1, bytes("NOISE of fs.writev")),
  "fs.writevSync": () => writevSync(1, bytes("NOISE of fs.writevSync")),
  "fs.writeFileSync": () => writeFileSync(1, "NOISE of fs.writeFileSync"),
  "fs.appendFileSync": () => appendFileSync(1, "NOISE of fs.appendFileSync"),
};
