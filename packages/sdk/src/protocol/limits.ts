/** The newest version whose wire was observed. Later versions are assumed to behave the same. */
export const NEWEST_VERSION = "v0.2.9";

/** The protocol version in `hook.hello`. Only version 1 exists. */
export const PROTOCOL_VERSION = 1;

/**
 * After a line of this many bytes or more, the host never reads from the hook again: the process keeps running, and
 * every later call times out (observed). Lines from the host to the hook have no limit.
 */
export const MAX_LINE_BYTES = 1_048_576;

/**
 * How long the host waits by default, in milliseconds (`hooks.defaults`). `event` is the time to write an event. `hello` is
 * the limit of `@agent-hook/picoclaw`: PicoClaw itself waits without a limit (observed for two minutes).
 */
export const HOST_TIMEOUTS_MS = { hello: 5000, intercept: 5000, approve: 60000, event: 500 } as const;
