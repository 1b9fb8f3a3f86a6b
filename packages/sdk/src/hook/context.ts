import type { Ability, Capability, HostCapabilities } from "./capabilities.js";
import type { Store } from "./store.js";

/** Writes lines to stderr. Only `warn` and `error` are written, unless `AGENT_HOOK_LOG` is `debug` or `info`. */
export interface Log {
  debug(message: string, data?: unknown): void;
  info(message: string, data?: unknown): void;
  warn(message: string, data?: unknown): void;
  error(message: string, data?: unknown): void;
}

/** The host that calls the hook. */
export interface Host {
  /** `picoclaw`... */
  readonly name: string;
  /** Known only from `--host NAME@VERSION` or `AGENT_HOOK_HOST`. No host sends its version on the wire. */
  readonly version?: string;
  /** The decisions that this host supports, with notes for people. In code, use `can`. */
  readonly capabilities: HostCapabilities;
  /**
   * Returns whether this host supports something at a point or, without `point`, at any point. Also returns `true` if
   * the host supports it only in some calls; in any other call, the decision is a failure with an explanation. Returns
   * `false` if the host's version is unknown and only some versions support it.
   *
   * @example
   * beforeTool: (call, { host }) => (host.can("respond") ? respond(cached) : deny(`answered from the cache: ${cached}`)),
   */
  can(ability: Ability, point?: Capability["point"]): boolean;
}

/** What every handler and tool receives in addition to its call. */
export interface Context<Env = {}> {
  /**
   * Aborts when the call is abandoned: at its deadline, when an MCP client cancels it, or 1.5 s after the process is
   * told to end.
   */
  readonly signal: AbortSignal;
  /**
   * Returns a signal that aborts after `ms` milliseconds, with a `TimeoutError`, or with `signal`, whichever is first.
   * Use it instead of `AbortSignal.any([signal, AbortSignal.timeout(ms)])`, which may never abort on Node 20. Its timer
   * does not keep the process running. Throws a `RangeError` unless `ms` is more than 0 and at most 2147483647.
   *
   * @example run: async ({ url }, { timeout }) => (await fetch(url, { signal: timeout(2000) })).text(),
   */
  readonly timeout: (ms: number) => AbortSignal;
  readonly log: Log;
  readonly host: Host;
  /** The settings that the hook's or the tool's `env` declares, read once at startup. */
  readonly env: Env;
  /**
   * Values that outlive the call, with keys of `storeKey`. Loaded at the first operation.
   *
   * @example if ((await store.increment(calls)) > 100) return deny("100 calls are enough for a session");
   */
  readonly store: Store;
}

/** What a tool's `run` receives in addition to its arguments. */
export interface ToolContext<Env = {}> extends Context<Env> {
  /**
   * Reports progress: `progress(3, 10, "page 3 of 10")`. `done` must increase. Only an MCP client that asked for
   * progress receives it; for other hosts this does nothing.
   */
  readonly progress: (done: number, total?: number, message?: string) => void;
}
