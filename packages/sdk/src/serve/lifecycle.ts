import type { Log } from "../hook/context.js";

/** The time that running calls get when the hook is told to end. */
const GRACE_MS = 1500;
/** PicoClaw kills the process 2 s after it closes stdin. */
const EXIT_MS = 1950;

type StopHook = (graceMs: number) => Promise<void>;

/**
 * Listens for the end of the process: `listen`'s callback, SIGTERM or SIGINT. From now on, uncaught exceptions and
 * unhandled rejections are logged and do not end the process. The returned function waits for the end, runs `finish`,
 * and exits with 0, or with `process.exitCode` if it is set.
 */
export function untilStopped(log: Log, listen: (ended: () => void) => void): (finish: StopHook) => Promise<never> {
  const logStray = (kind: string) => (error: unknown) =>
    log.error(`${kind} outside any call; the hook continues`, error);
  process.on("uncaughtException", logStray("an exception"));
  process.on("unhandledRejection", logStray("a rejected promise"));
  // If no one reads stderr, the hook continues, and there is no way to report it.
  process.stderr.on("error", () => {});

  const stopped = new Promise<void>((resolve) => {
    process.on("SIGTERM", () => resolve());
    process.on("SIGINT", () => resolve());
    listen(resolve);
  });
  return async (finish) => {
    await stopped;
    setTimeout(() => process.exit(), EXIT_MS);
    await finish(GRACE_MS).catch((error: unknown) => log.error("stopping failed", error));
    process.exit();
  };
}
