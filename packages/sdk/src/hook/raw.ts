/**
 * The key under which messages, tools and tool calls carry the host's own object. Enumerable, so `{ ...message }`
 * keeps it; a symbol, so it never meets a field's name. Symbol.for: two copies of the SDK share it.
 */
export const RAW: unique symbol = Symbol.for("agent-hook.raw") as never;

/** A value that may carry the host's own object. */
export interface WithRaw {
  readonly [RAW]?: Readonly<Record<string, unknown>>;
}
