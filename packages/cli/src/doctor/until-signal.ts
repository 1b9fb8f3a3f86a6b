/** The signals that end a command, and their numbers. */
const ENDING = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Ends the process when a signal is to end it. Without a handler, Node ends without its exit listeners, and those end the
 * hooks. Returns the way to take the handlers back.
 */
export function exitOnSignals(first: () => void = () => {}): () => void {
  const handlers = Object.entries(ENDING).map(([signal, number]) => {
    const handler = () => {
      first();
      process.exit(128 + number);
    };
    process.once(signal, handler);
    return { signal, handler };
  });
  return () => {
    for (const { signal, handler } of handlers) process.off(signal, handler);
  };
}

/** Aborts what runs when a signal is to end us, so that it can clean up; then the process ends as that signal ends one. */
export async function untilSignal<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let exit: number | undefined;
  const handlers = Object.entries(ENDING).map(([signal, number]) => {
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
