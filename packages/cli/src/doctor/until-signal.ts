/** The signals that end a command, with their numbers. */
const ENDING_SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Exits on a signal that ends a command. Without a handler, Node ends and does not call its exit listeners, which stop
 * the hooks. Returns a function that removes the handlers.
 */
export function exitOnSignals(beforeExit: () => void = () => {}): () => void {
  const handlers = Object.entries(ENDING_SIGNALS).map(([signal, number]) => {
    const handler = () => {
      beforeExit();
      process.exit(128 + number);
    };
    process.once(signal, handler);
    return { signal, handler };
  });
  return () => {
    for (const { signal, handler } of handlers) process.off(signal, handler);
  };
}

/** Aborts `run` on a signal, so that it can clean up, and then exits with the code for that signal. */
export async function untilSignal<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let exit: number | undefined;
  const handlers = Object.entries(ENDING_SIGNALS).map(([signal, number]) => {
    const handler = () => {
      exit ??= 128 + number;
      controller.abort();
    };
    process.on(signal, handler);
    return { signal, handler };
  });
  try {
    return await run(controller.signal);
  } finally {
    for (const { signal, handler } of handlers) process.off(signal, handler);
    if (exit !== undefined) process.exit(exit);
  }
}
