import { spawn } from "node:child_process";
import { notRunError } from "../command-error.js";
import { spawnFailure } from "../start-failure.js";
import { ANSWER_DESCRIPTOR } from "../trace/answer-descriptor.js";
import { ENDING_SIGNALS } from "../trace/die-by-signal.js";
import type { Ending } from "../trace/start-hook.js";

/** The number of the hook's descriptor for its answer. */
const ANSWER_FD = 3;

/** Runs a command with this process's stdin, stdout and stderr, and with the launcher's descriptor if there is one. */
export async function runDirectly(
  [program, ...args]: readonly [string, ...string[]],
  descriptor?: number,
): Promise<Ending> {
  const env = descriptor === undefined ? process.env : { ...process.env, [ANSWER_DESCRIPTOR]: String(ANSWER_FD) };
  const answer = descriptor === undefined ? [] : [descriptor];
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ["inherit", "inherit", "inherit", ...answer] });
    for (const name of ENDING_SIGNALS) process.on(name, (signal) => child.kill(signal));
    child.once("error", (error) => reject(notRunError(spawnFailure(error.message, program), error)));
    child.once("exit", (exit, signal) => resolve(signal === null ? { exit: exit ?? 0 } : { signal }));
  });
}
