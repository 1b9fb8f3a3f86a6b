import type { Point } from "./calls.js";

/** Whether a host honours a decision. */
export type Support = "yes" | "partly" | "no";

/** One decision (or one field of `modify`) at one point of one host. */
export interface Capability {
  readonly point: Point | "onEvent" | "tools";
  /** `modify.messages`, `respond`, `deny`... */
  readonly decision: string;
  readonly support: Support;
  /** The first version that this row holds for; default all. */
  readonly since?: string;
  /** The first version that this row no longer holds for; default none. */
  readonly before?: string;
  /** What "partly" and "no" mean here. */
  readonly note?: string;
}

/** What a host can carry, and what it does when the hook process is dead. */
export interface HostCapabilities {
  readonly host: string;
  readonly decisions: readonly Capability[];
  /** What the host does at a point when the hook process is dead, hangs or answers an error. */
  readonly whenDead: Readonly<Record<Point, "goes on" | "refuses">>;
}
