import type { HostCapabilities } from "./capabilities.js";

/** Lines on stderr. Only `warn` and `error` show, unless `AGENT_HOOK_LOG` is `debug` or `info`. */
export interface Log {
  debug(message: string, data?: unknown): void;
  info(message: string, data?: unknown): void;
  warn(message: string, data?: unknown): void;
  error(message: string, data?: unknown): void;
}

/** The agent that asks. */
export interface Host {
  /** `picoclaw`... */
  readonly name: string;
  /** Known only when `--host NAME@VERSION` or `AGENT_HOOK_HOST` says it; no host does on the wire. */
  readonly version?: string;
  /** What this host can carry, decision by decision. */
  readonly capabilities: HostCapabilities;
}

/** What every handler and tool receives beside its call. */
export interface Context<Env = {}> {
  /** Aborts when the call is given up: at its deadline, when an MCP client cancels it, or 1.5 s after the process was told to end. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly host: Host;
  /** The settings that `env` of the hook (or of the tool) declares, read once at start. */
  readonly env: Env;
}

/** What the `run` of a tool receives beside its arguments. */
export interface ToolContext<Env = {}> extends Context<Env> {
  /**
   * Says how far the work is: `progress(3, 10, "page 3 of 10")`. `done` has to grow. An MCP client that asked for it is
   * told; everywhere else it does nothing.
   */
  readonly progress: (done: number, total?: number, message?: string) => void;
}
