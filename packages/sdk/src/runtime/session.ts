import type { Clock } from "./clock.js";
import type { Manifest } from "./manifest.js";
import type { PreparedHook } from "./prepared-hook.js";

/** Everything that a host adapter needs to serve a hook. */
export interface Session {
  readonly hook: PreparedHook;
  readonly manifest: Manifest;
  /** The host's version, if configured. */
  readonly version?: string;
  /** The variant of the host, if it has several and one is configured. */
  readonly variant?: string;
  /** For a one-shot host: the event for which the host's config starts the hook, if the launcher passed the event. */
  readonly event?: string;
  /** `AGENT_HOOK_ALLOW_PARTIAL=1`: serve even if the host does not call all points that a `block` hook needs. */
  readonly allowPartial: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
}

/** A session with a persistent host. */
export interface LineSession extends Session {
  /** Writes complete lines to the host. */
  write(text: string): void;
}

/** A session with a one-shot host. */
export interface CallSession extends Session {
  /** Returns whether a message is from this host. */
  isFromHost(message: unknown): boolean;
}

/** Serves a hook to one host. */
export interface Service {
  /** Receives the lines of one chunk of input. `first`: the value of the first line, if that was parsed already. */
  receive(lines: readonly string[], first?: unknown): void;
  /** Called when the input ended. A one-shot host gets its answer now. */
  inputEnded?(): Promise<void>;
  /** Accepts no new calls. Running calls get `graceMs`, then are answered as failures. Settles when all is written. */
  end(graceMs: number): Promise<void>;
}

/** What a one-shot host sent. */
export interface OneShotInput {
  /** The JSON value, or `undefined` if the text is not a JSON value. */
  readonly value: unknown;
  /** The text from which the value was parsed. Absent if the value was a part of a larger text. */
  readonly text?: string;
  /** As in `Session`, if it differs between the calls of one process. */
  readonly event?: string;
}

/** The answer to a one-shot host. An answer with neither field contains no decision. */
export interface CallAnswer {
  /** One JSON object as text, on one line. */
  readonly document?: string;
  /** The reason of a denial. Without `document`, the exit code must deny: this host has no document for a denial. */
  readonly denial?: string;
}

/** Serves a hook for the one call of a process. */
export interface CallService {
  /** Answers an event. `problem`: why it cannot be decided on. Never rejects. */
  answer(input: OneShotInput, problem?: string): Promise<CallAnswer>;
  /** Gives a running call `graceMs`, then answers it as a failure. Runs `teardown` afterwards. */
  end(graceMs: number): Promise<void>;
}
