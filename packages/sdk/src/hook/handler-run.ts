/** One call of a handler, and the first decision that it made. */
export interface HandlerRun {
  decision?: { readonly action: string };
}

/** The calls of handlers to which a decision that is made now can belong. The runtime sets them. */
export const handlerRuns: {
  /** The handler that is on the stack. */
  onStack: HandlerRun | undefined;
  /** The handler that waits for a promise, if exactly one handler does. */
  waiting: HandlerRun | undefined;
} = { onStack: undefined, waiting: undefined };

/** Remembers the decision that a handler made, so that the runtime can report it if the handler does not return it. */
export function recordDecision<D extends { readonly action: string }>(decision: D): D {
  const run = handlerRuns.onStack ?? handlerRuns.waiting;
  if (run !== undefined) run.decision ??= decision;
  return decision;
}
