import type { Clock } from "./clock.js";
import type { Manifest } from "./manifest.js";
import type { PreparedHook } from "./prepared-hook.js";

/** All that a host adapter is given to serve a hook. */
export interface Session {
  readonly hook: PreparedHook;
  readonly manifest: Manifest;
  /** Of the host, if somebody said it. */
  readonly version?: string;
  /** `AGENT_HOOK_ALLOW_PARTIAL=1`: serve even where the host does not ask all that a `block` hook needs. */
  readonly allowPartial: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Writes whole lines to the host. */
  write(text: string): void;
}

/** A hook at work on a wire that stays. */
export interface Service {
  /** Lines of one chunk of input. */
  receive(lines: readonly string[]): void;
  /** No new work. Running calls get `graceMs`, then their failure's answer; ends when all is written. */
  end(graceMs: number): Promise<void>;
}
