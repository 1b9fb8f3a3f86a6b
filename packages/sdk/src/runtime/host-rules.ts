import type { Calls, Point, ToolCall } from "../hook/calls.js";
import type { Host } from "../hook/context.js";
import type { Decisions } from "../hook/decisions.js";
import type { Failure } from "./failure.js";

/** What a tool's name says of a call. */
export type ToolIdentity = Pick<ToolCall, "kind" | "ownTool">;

/** What dispatch must know of the host it works for. */
export interface HostRules {
  readonly host: Host;
  /** Which tool the host calls by this name. */
  identify(hostName: string): ToolIdentity;
  /** Whether an own tool that is called by this name is the hook's to answer; without this, each is. */
  answers?(hostName: string): boolean;
  /** Why this host cannot carry a decision, in words that name the way out; nothing if it can. */
  whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined;
  /** The strongest answer that says no at a point; nothing where this host takes none. No call: it cannot be read. */
  refusal<P extends Point>(point: P, failure: Failure, call?: Calls[P]): Decisions[P] | undefined;
}
