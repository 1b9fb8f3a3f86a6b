/** Explains that a hook does not handle an event. */
export function unhandled(event: string, handled: readonly string[]): string {
  return `the hook does not handle ${event}; it handles ${handled.join(", ") || "nothing"}`;
}
