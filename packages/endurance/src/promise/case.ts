import type { Form, HostName } from "./hosts.js";

// A case is plain data: what a run prints, and what `--case` draws again.

/** When a fault strikes: before the SDK is loaded, before `serve`, in `onStart`, when the forbidden call is asked about, after. */
export type Moment = "first" | "load" | "start" | "asked" | "later";

/** A fault by its name in `hooks/promise`, with what was drawn for it. */
export interface Fault {
  readonly name: string;
  readonly at: Moment;
  readonly [param: string]: string | number | boolean;
}

/** What starts the guard: Node, or a script that an author wrote around it. */
export type Start = "node" | "js" | "ts" | "snapshot" | `wrapper: ${string}`;

export interface SentSignal {
  readonly to: "hook" | "wrapper" | "one launcher shell" | "all launcher shells";
  readonly signal: NodeJS.Signals;
  readonly afterMs: number;
}

/** What is around the process. */
export interface Environment {
  readonly folder: string;
  /** What the host hands its command to; `own` is the shell of the real host. */
  readonly shell: string;
  /** What `/bin/sh` is. */
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

export interface PromiseCase {
  readonly host: HostName;
  readonly form: Form;
  readonly onFailure: "block" | "continue";
  readonly start: Start;
  readonly faults: readonly Fault[];
  readonly environment: Environment;
}

/** The same guard under the same host, with no fault in it and none around it. */
export function withoutFaults(one: PromiseCase): PromiseCase {
  const { signal: _, ...environment } = one.environment;
  const start = one.start.startsWith("wrapper") ? "wrapper: plain" : one.start;
  return { ...one, faults: [], start, environment };
}
