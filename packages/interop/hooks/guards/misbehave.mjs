// Makes a guard misbehave as the file `fault` in its HOME names, and first writes that fault to the file `reached`.
import { readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const faults = {
  throws: () => {
    throw new Error("failed on purpose");
  },
  waits: () => new Promise(() => setInterval(() => {}, 1e6)),
  loops: () => {
    for (;;);
  },
  prints: () => console.log("checking a command"),
  "is killed": () => process.kill(process.pid, "SIGKILL"),
  "leaves a timer": () => void setInterval(() => {}, 1e6),
};

/** Returns the fault's name: a guard itself has to make those that depend on its library. */
export async function misbehave() {
  const fault = readFileSync(join(homedir(), "fault"), "utf8");
  writeFileSync(join(homedir(), "reached"), fault);
  await faults[fault]?.();
  return fault;
}
