import type { Calls, Point } from "../hook/calls.js";
import type { Host } from "../hook/context.js";
import type { Decisions } from "../hook/decisions.js";

/** What dispatch must know of the host it works for. */
export interface HostRules {
  readonly host: Host;
  /** The own tool that the host calls by this name, if it is one. */
  ownTool(hostName: string): string | undefined;
  /** Why this host cannot carry a decision, in words that name the way out; nothing if it can. */
  objection<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined;
}
