/** Says that a hook has nothing for an event. */
export function unhandled(event: string, handled: readonly string[]): string {
  return `the hook does not handle ${event}; it handles ${handled.join(", ") || "nothing"}`;
}
