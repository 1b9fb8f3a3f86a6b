/**
 * Handlers of a host's own events, by host, for events without a portable point. Each host adds its handlers by
 * declaration merging.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the hosts fill it, and all declarations name the same parameters
// biome-ignore lint/correctness/noUnusedVariables: the same
export interface NativeHandlers<Env> {}

/** Native handlers of any host, for looking up a handler by name. */
export type NativeTable =
  | Readonly<Record<string, Readonly<Record<string, (input: never, context: never) => unknown>> | undefined>>
  | undefined;
