import type { Log, MethodName } from "@agent-hook/sdk/adapter";
import type { CallError } from "../wire/reply.js";

/** What a client is told: a result of the hook's method, or an error. */
export type Answer = { readonly result: object } | { readonly error: CallError };

/** A hook at work on what Civic's proxy asks. */
export interface Answering {
  readonly log: Log;
  /** Runs `onStart`; rejects with why the hook cannot start. */
  start(): Promise<void>;
  /** Never rejects. */
  answer(method: MethodName, input: unknown): Promise<Answer>;
  /** Running calls get `graceMs`, then their failure's answer; then `onStop` runs. */
  end(graceMs: number): Promise<void>;
}
