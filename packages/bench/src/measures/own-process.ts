import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { undoAtExit } from "../driver/leftovers.js";
import type { Measured } from "./measure.js";

const PROGRAM = fileURLToPath(new URL("./run-measure.js", import.meta.url));

/**
 * Runs a measure in its own process. In one process for all, the memory that earlier measures use makes each start of a
 * hook 5 ms slower: the system copies the driver's page table.
 */
export function inOwnProcess(name: string): Promise<Measured> {
  const child = fork(PROGRAM, [name]);
  const end = undoAtExit(() => child.kill());
  let measured: Measured | undefined;
  child.once("message", (message) => {
    measured = message as Measured;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      end();
      if (code === 0 && measured !== undefined) resolve(measured);
      else reject(new Error(`the process of the measure ${name} ended with ${signal ?? code}`));
    });
  });
}
