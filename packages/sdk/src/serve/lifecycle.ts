import type { Log } from "../hook/context.js";

/** What running calls have when the hook is told to end. */
const GRACE_MS = 1500;
/** PicoClaw kills 2 s after it closed stdin. */
const GONE_MS = 1950;

type Finish = (graceMs: number) => Promise<void>;

/**
 * Waits until the process is told to end: by `listen`'s callback, SIGTERM or SIGINT. Stray rejections and exceptions
 * are logged meanwhile and end nothing. The returned function takes what is left to do, and exits: with 0, unless
 * `process.exitCode` says something else.
 */
export function untilToldToEnd(log: Log, listen: (ended: () => void) => void): (finish: Finish) => Promise<never> {
  const stray = (kind: string) => (error: unknown) => log.error(`${kind} outside of any call; the hook goes on`, error);
  process.on("uncaughtException", stray("an exception"));
  process.on("unhandledRejection", stray("a rejected promise"));
  // Nobody reads stderr: no reason to end, and nothing to tell.
  process.stderr.on("error", () => {});

  const told = new Promise<void>((resolve) => {
    process.on("SIGTERM", () => resolve());
    process.on("SIGINT", () => resolve());
    listen(resolve);
  });
  return async (finish) => {
    await told;
    setTimeout(() => process.exit(), GONE_MS);
    await finish(GRACE_MS).catch((error: unknown) => log.error("ending went wrong", error));
    process.exit();
  };
}
