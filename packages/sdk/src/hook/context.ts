import type { HostCapabilities } from "./capabilities.js";

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
  /** The decisions that this host supports. */
  readonly capabilities: HostCapabilities;
}

/** What every handler and tool receives in addition to its call. */
export interface Context<Env = {}> {
  /**
   * Aborts when the call is abandoned: at its deadline, when an MCP client cancels it, or 1.5 s after the process is
   * told to end.
   */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly host: Host;
  /** The settings that the hook's or the tool's `env` declares, read once at startup. */
  readonly env: Env;
}

/** What a tool's `run` receives in addition to its arguments. */
export interface ToolContext<Env = {}> extends Context<Env> {
  /**
   * Reports progress: `progress(3, 10, "page 3 of 10")`. `done` must increase. Only an MCP client that asked for
   * progress receives it; for other hosts this does nothing.
   */
  readonly progress: (done: number, total?: number, message?: string) => void;
}
