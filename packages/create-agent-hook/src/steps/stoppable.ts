import { constants } from "node:os";
import { Stopped } from "../create-error.js";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs work and waits until it has ended. When this process receives a signal such as SIGINT, aborts the work's
 * `AbortSignal` with a `Stopped`.
 */
export async function runStoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals) => controller.abort(new Stopped(128 + constants.signals[name]));
  for (const name of SIGNALS) process.on(name, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}
