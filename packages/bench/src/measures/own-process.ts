import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { undoAtExit } from "../driver/leftovers.js";
import type { Figures, GuardFacts } from "../report/results.js";

/** What a measure found. */
export interface Measured {
  readonly figures: Figures;
  readonly guards?: GuardFacts | undefined;
}

const PROGRAM = fileURLToPath(new URL("./run-measure.js", import.meta.url));

/**
 * Runs a measure in its own process. In one process for all, the memory that earlier measures use makes each start of a
 * hook 5 ms slower: the system copies the driver's page table.
 */
export async function inOwnProcess(name: string): Promise<Measured> {
  const child = fork(PROGRAM, [name]);
  const forget = undoAtExit(() => child.kill());
  const measured = await new Promise<Measured | undefined>((resolve) => {
    child.once("message", (message) => resolve(message as Measured));
    child.once("exit", () => resolve(undefined));
  });
  forget();
  if (measured === undefined) throw new Error(`the measure ${name} failed: see its error above`);
  return measured;
}
