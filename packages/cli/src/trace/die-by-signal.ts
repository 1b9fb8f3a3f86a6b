import { constants } from "node:os";

/** Signals with which a host or a person ends a hook. */
export const ENDING_SIGNALS = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const;

/** Ends this process with a signal. Returns the code that a shell would report, in case the process survives. */
export function dieBySignal(signal: NodeJS.Signals): number {
  if (signal !== "SIGKILL") {
    // Node ignores some signals: adding and removing a listener restores the system's default.
    const listener = () => {};
    process.on(signal, listener).off(signal, listener);
  }
  process.kill(process.pid, signal);
  return 128 + constants.signals[signal];
}
