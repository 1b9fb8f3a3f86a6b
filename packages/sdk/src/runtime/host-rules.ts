import type { Calls, Point, ToolCall } from "../hook/calls.js";
import type { Host } from "../hook/context.js";
import type { Decisions } from "../hook/decisions.js";
import type { Failure } from "./failure.js";

/** The properties of a call that follow from the name of its tool. */
export type ToolIdentity = Pick<ToolCall, "kind" | "ownTool">;

/** What the dispatcher needs to know about the host. */
export interface HostRules {
  readonly host: Host;
  /** Identifies the tool that the host calls by this name. */
  identify(hostName: string): ToolIdentity;
  /** Whether the hook answers calls of an own tool under this name. Default: it answers all. */
  answers?(hostName: string): boolean;
  /** Explains why this host does not support a decision and what to do instead. Returns `undefined` if it does. */
  whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined;
  /** Returns the strongest denial at a point, or `undefined` if there is none. `call` is missing if undecodable. */
  denial<P extends Point>(point: P, failure: Failure, call?: Calls[P]): Decisions[P] | undefined;
}
