/** One call of a handler, and the first decision that it made. */
export interface HandlerRun {
  made?: { readonly action: string };
}

/** The handlers to which a decision can belong that is made now. The runtime sets them. */
export const running: {
  /** The handler that is on the stack. */
  now: HandlerRun | undefined;
  /** The handler that waits for a promise, if it is the only one. */
  waiting: HandlerRun | undefined;
} = { now: undefined, waiting: undefined };

/** Remembers that a handler made a decision, so that one that it does not return can be reported. */
export function noteMade<D extends { readonly action: string }>(decision: D): D {
  const run = running.now ?? running.waiting;
  if (run !== undefined) run.made ??= decision;
  return decision;
}
