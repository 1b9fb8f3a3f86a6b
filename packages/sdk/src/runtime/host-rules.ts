import type { Calls, Point, ToolCall } from "../hook/calls.js";
import type { Host } from "../hook/context.js";
import type { Decisions } from "../hook/decisions.js";
import type { ToolResult } from "../hook/message.js";
import type { Denial } from "./denial.js";
import type { Failure } from "./failure.js";

/** The properties of a call that follow from the name of its tool. */
export type ToolIdentity = Pick<ToolCall, "kind" | "ownTool">;

/** What the dispatcher needs to know about the host. */
export interface HostRules {
  readonly host: Host;
  /** Whether a call of an own tool is answered at `beforeTool`. Otherwise, an MCP server or the adapter runs it. */
  runsOwnTool(name: string): boolean;
  /** Identifies a tool by the host's name for it. The dispatcher needs it only for a call that a handler renamed. */
  identify(hostName: string): ToolIdentity;
  /** Explains why this host does not support a decision and what to do instead. Returns `undefined` if it does. */
  whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined;
  /**
   * Returns whether a change of a call's arguments that the host does not support denies the call, also for a hook that
   * does not block: the host itself would deny it, without a reason that helps.
   */
  deniesChanges?(call: ToolCall): boolean;
  /**
   * The longest time of a tool call before it runs, in milliseconds, if the host continues without the hook after a time
   * that no config can raise.
   */
  readonly longestCallMs?: number | undefined;
  /**
   * For a host that supports `ask`, but perhaps has no person at hand: whether it has. Missing: it is not known, and the
   * question is left to the host.
   */
  asksPeople?(): boolean;
  /**
   * Returns the strongest denial at a point, or `undefined` if there is none. `call` is missing if it cannot be
   * decoded.
   */
  denial(point: Point, failure: Failure, call?: Calls[Point]): Denial | undefined;
}

/** Returns why a host does not support the `content` of a result, or `undefined` if it does or there is none. */
export function whyContentUnsupported({ content = [] }: ToolResult, { name, capabilities }: Host): string | undefined {
  if (content.length === 0) return undefined;
  const capability = capabilities.decisions.find(({ decision }) => decision === "result.content");
  if (capability?.support === "yes") return undefined;
  const note = capability?.note === undefined ? "" : ` (${capability.note})`;
  return `${name} supports only the text of a result: leave out \`content\`, which only MCP clients support${note}`;
}
