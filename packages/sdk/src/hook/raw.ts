/**
 * The key under which messages, tools and tool calls carry the host's original object. It is enumerable, so that
 * `{ ...message }` keeps it, and a symbol, so that no field has the same name. `Symbol.for` lets two copies of the SDK
 * share it.
 */
export const RAW: unique symbol = Symbol.for("agent-hook.raw") as never;

/** A value that may carry the host's original object. */
export interface WithRaw {
  readonly [RAW]?: Readonly<Record<string, unknown>>;
}
