import type { Clock } from "./clock.js";
import type { Manifest } from "./manifest.js";
import type { PreparedHook } from "./prepared-hook.js";

/** All that a host adapter is given to serve a hook. */
export interface Session {
  readonly hook: PreparedHook;
  readonly manifest: Manifest;
  /** Of the host, if somebody said it. */
  readonly version?: string;
  /** The way by which the host asks, if it has more than one and somebody said it. */
  readonly variant?: string;
  /** The event that the hook was configured for, of a host that asks once, if the launcher said it. */
  readonly event?: string;
  /** `AGENT_HOOK_ALLOW_PARTIAL=1`: serve even where the host does not ask all that a `block` hook needs. */
  readonly allowPartial: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
}

/** A session with a host that keeps the process. */
export interface LineSession extends Session {
  /** Writes whole lines to the host. */
  write(text: string): void;
}

/** A hook at work on what a host says. */
export interface Service {
  /** Lines of one chunk of input. */
  receive(lines: readonly string[]): void;
  /** The host says no more: one that asks once is answered now. */
  inputEnded?(): Promise<void>;
  /** No new work. Running calls get `graceMs`, then their failure's answer; ends when all is written. */
  end(graceMs: number): Promise<void>;
}

/** What a host is told that starts a process for each call. Neither: no opinion. */
export interface CallAnswer {
  /** The host's answer: one JSON object as text, in a line. */
  readonly document?: string;
  /** Why the call is refused. Alone where the host has no document for that: the exit code must say it. */
  readonly denial?: string;
}

/** A hook at work on the one call of a process. */
export interface CallService {
  /** Answers what the host wrote to stdin. `problem`: why nobody can rule on it. Never rejects. */
  answer(payload: string, problem?: string): Promise<CallAnswer>;
  /** A running call gets `graceMs`, then its failure's answer; then `onStop` runs. */
  end(graceMs: number): Promise<void>;
}
