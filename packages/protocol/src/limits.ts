/** The version in `hook.hello`. There is only one. */
export const PROTOCOL_VERSION = 1;

/**
 * After a line of this many bytes or more, the host never reads from the hook again: the process lives on, and every
 * later call times out (observed). Lines from the host to the hook have no limit.
 */
export const MAX_LINE_BYTES = 1_048_576;

/** How long the host waits by default, in milliseconds (`hooks.defaults`). For an event: the time to write it. */
export const HOST_TIMEOUTS_MS = { hello: 5000, intercept: 5000, approve: 60000, event: 500 } as const;
