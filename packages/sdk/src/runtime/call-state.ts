import type { Calls, Point, ToolCall } from "../hook/calls.js";
import type { ToolContext } from "../hook/context.js";
import type { Ask, Decisions, Patches, Respond } from "../hook/decisions.js";
import type { Deadline } from "./deadline.js";
import type { Observation } from "./observation.js";
import type { Member } from "./prepared-hook.js";

/** The outcome of a point, or `undefined` if the host continues unchanged. */
export type Outcome<P extends Point = Point> = Decisions[P] | undefined;

/** The outcome of a tool call for a one-shot host. The user may be asked about a changed call. */
export type ToolCallOutcome = Outcome<"beforeTool"> | (Ask & { readonly patch?: Patches["beforeTool"] });

/** The state of a call while the members handle it. */
export interface CallState {
  readonly point: Point;
  readonly deadline: Deadline;
  /** Whether `approveTool` runs in the same call, because a one-shot host does not send another message. */
  readonly approves: boolean;
  /** Whether each handler gets a copy of the call, because other handlers or the adapter read it afterwards. */
  readonly copies: boolean;
  readonly progress: ToolContext["progress"] | undefined;
  /** Notes who decides, for the record. */
  readonly observation?: Observation | undefined;
  /** The call with all changes so far. A change creates another object. */
  call: Calls[Point];
  /** The key of the call, once it is needed. Computed before a handler runs that can change the call in place. */
  key?: string | undefined;
  /** Everything that the members changed so far. */
  patch?: object;
  /** The texts that the members add for the model. */
  contexts?: string[];
  /** The first `respond` to a tool call. */
  response?: Respond;
  /** The first `ask`. */
  question?: Ask;
  /** The member that asked it. */
  asker?: Member;
  /** The tool call after the decision of each guard. */
  decided?: Map<Member, ToolCall>;
}
