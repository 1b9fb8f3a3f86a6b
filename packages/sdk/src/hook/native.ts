/**
 * A host's own events, by the host's name: what has no portable point. Each host adds its handlers here, by
 * declaration merging.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the hosts fill it, and all declarations name the same parameters
// biome-ignore lint/correctness/noUnusedVariables: the same
export interface NativeHandlers<Env> {}

/** Any native handlers, for those who look a handler up by name. */
export type NativeTable =
  | Readonly<Record<string, Readonly<Record<string, (input: never, context: never) => unknown>> | undefined>>
  | undefined;
