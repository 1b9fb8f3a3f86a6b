import type { Form } from "./hosts.js";

// A case is plain data: a run prints it, and `--case` reproduces it.

/** When a fault strikes: before the SDK loads, before `serve`, in `setup`, at the forbidden call, or after it. */
export type Moment = "first" | "load" | "start" | "asked" | "later";

/** A fault, by its name in `hooks/guarantee`, with its drawn parameters. */
export interface Fault {
  readonly name: string;
  readonly at: Moment;
  readonly [param: string]: string | number | boolean;
}

/** How the guard starts: as an `.mjs`, `.js` or TypeScript file, as a snapshot, or in an author's shell script. */
export type Start = "node" | "js" | "ts" | "snapshot" | `wrapper: ${string}`;

export interface SentSignal {
  readonly to: "hook" | "wrapper" | "one launcher shell" | "all launcher shells";
  readonly signal: NodeJS.Signals;
  readonly afterMs: number;
}

/** The environment of the process. */
export interface Environment {
  readonly folder: string;
  /** The shell that runs the host's command. `own` is the real host's shell. */
  readonly shell: string;
  /** The program behind `/bin/sh`. */
  readonly sh: string;
  readonly path: "usual" | "empty" | "unset" | "project first";
  readonly stdin: "payload" | "closed" | "/dev/null";
  readonly stderr: "read" | "closed" | "/dev/null" | "full";
  readonly plumbing: "socket" | "pipe";
  readonly cwd: "usual" | "read-only" | "deleted";
  readonly limit: string;
  readonly umask: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly signal?: SentSignal;
}

export interface GuaranteeCase {
  readonly host: string;
  readonly form: Form;
  readonly onFailure: "block" | "continue";
  readonly start: Start;
  readonly faults: readonly Fault[];
  readonly environment: Environment;
}

/** Returns the same guard under the same host, without faults in it or around it. */
export function withoutFaults(one: GuaranteeCase): GuaranteeCase {
  const { signal: _, ...environment } = one.environment;
  const start = one.start.startsWith("wrapper") ? "wrapper: plain" : one.start;
  return { ...one, faults: [], start, environment };
}
