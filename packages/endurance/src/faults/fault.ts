import type { Random } from "../random.js";

/** When the host strikes: before it asks, while it is asked, or between two times. */
export const MOMENTS = ["before", "amid", "between"] as const;
type Moment = (typeof MOMENTS)[number];

/** What is wrong with a hook, or becomes so. */
export interface Fault {
  readonly name: string;
  /** What of it is drawn: no round is like another. */
  draw(random: Random, scale: Scale): Drawn;
}

/** How much of it there is, in the form that is run. */
export interface Scale {
  readonly megabytes: number;
}

export interface Drawn {
  /** In the hook, see `hooks/faulty.mjs`; `at` is drawn with the round, unless it is at the start. */
  readonly inHook?: { readonly what: string; readonly at?: "start" } & Readonly<Record<string, unknown>>;
  readonly nodeOptions?: readonly string[];
  /** A command of a shell in place of the hook's own, which is given quoted. */
  shell?(hook: string, folder: string): string;
  env?(folder: string): Readonly<Record<string, string>>;
  /** By the host, from outside. */
  strike?(struck: Struck): void;
  /** Default: any. */
  readonly moments?: readonly Moment[];
  /** In milliseconds, where a call has to be given up; else there is time without end. */
  readonly limitMs?: number;
  /** The answers do not fit into a pipe. */
  readonly large?: true;
  /** What holds for the calls that come later. Without it, that depends on where the fault meets the hook. */
  readonly later?: "answers" | "refuses";
  /** The agent does not start with it. */
  readonly starts?: false;
}

/** What a host can do to a hook. */
export interface Struck {
  signal(signal: NodeJS.Signals): void;
  /** Lets go on who waits for it in a shell. */
  openGate(): void;
  /** Calls back some time later, while the hook is asked. */
  whileAsked(callback: () => void): void;
}
