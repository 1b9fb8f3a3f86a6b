import type { Random } from "../random.js";

/** When the host applies a fault: before the calls, during them, or between two batches of calls. */
export const MOMENTS = ["before", "during", "between"] as const;
type Moment = (typeof MOMENTS)[number];

/** A fault that a hook has from the start or develops later. */
export interface Fault {
  readonly name: string;
  /** Draws the parameters, so that rounds differ. */
  draw(random: Random, scale: Scale): FaultSetup;
}

/** The size of the fault in this run. */
export interface Scale {
  readonly megabytes: number;
}

export interface FaultSetup {
  /** The fault in the hook, see `hooks/faulty.mjs`. Without `at`, the round draws the call in which the fault occurs. */
  readonly inHook?: { readonly what: string; readonly at?: "start" } & Readonly<Record<string, unknown>>;
  readonly nodeOptions?: readonly string[];
  /** Returns a shell command to run instead of the hook's own command. `hook` is the hook's own command, quoted. */
  shell?(hook: string, folder: string): string;
  env?(folder: string): Readonly<Record<string, string>>;
  /** Applies the fault from outside, as the host. */
  apply?(actions: HostActions): void;
  /** Default: any. */
  readonly moments?: readonly Moment[];
  /** The host's limit for a call, in milliseconds. Set only if a call must time out. Default: no limit. */
  readonly limitMs?: number;
  /** Makes the answers too large for a pipe. */
  readonly large?: true;
  /** What must happen to later calls. If unset, allowed calls may run or not. */
  readonly later?: "answers" | "denies";
  /** Set if the agent must not start with this fault. */
  readonly starts?: false;
}

/** What a host can do to a running hook. */
export interface HostActions {
  signal(signal: NodeJS.Signals): void;
  /** Writes the line that a shell waits for at the named pipe `gate`. */
  openGate(): void;
  /** Runs the callback some time later, while calls are open. */
  duringCalls(callback: () => void): void;
}
