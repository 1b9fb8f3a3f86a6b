/** The version in `hook.hello`; the only one there is. */
export const PROTOCOL_VERSION = 1;

/**
 * A line of this many bytes or more from a hook ends the host's reading for good: the process lives, every later call
 * times out (run). Host to hook there is no limit.
 */
export const MAX_LINE_BYTES = 1_048_576;

/** How long the host waits, in milliseconds, unless `hooks.defaults` says otherwise; an event's is the time to write it. */
export const HOST_TIMEOUTS_MS = { hello: 5000, intercept: 5000, approve: 60000, event: 500 } as const;
