import type { Point } from "./calls.js";
import type { Decision, ModifyPoint, Patches } from "./decisions.js";
import type { ToolResult } from "./message.js";

/** Whether a host supports a decision. */
export type Support = "yes" | "partly" | "no";

/** What a host can support: a decision, one field of `modify`, events, or a feature of the hook's own tools. */
export type Ability =
  | Decision["action"]
  | `modify.${{ [P in ModifyPoint]: keyof Patches[P] }[ModifyPoint]}`
  | "events"
  | "offer"
  | "answer"
  | `result.${keyof ToolResult}`;

/** Support for one decision, or one field of `modify`, at one point of one host. */
export interface Capability {
  readonly point: Point | "onEvent" | "tools";
  /** `modify.messages`, `respond`, `deny`... */
  readonly decision: Ability;
  readonly support: Support;
  /** The first version to which this row applies. Default: all versions. */
  readonly since?: string;
  /** The first version to which this row no longer applies. Default: none. */
  readonly before?: string;
  /** Explains "partly" or "no" for this row. */
  readonly note?: string;
  /** What replaces `support` and `note` if `agent-hook config --mod` installed the hook. */
  readonly withMod?: { readonly support: Support; readonly note?: string };
}

/** The decisions that a host supports, and what it does when the hook process is dead. */
export interface HostCapabilities {
  readonly host: string;
  readonly decisions: readonly Capability[];
  /** What the host does at each point when the hook process is dead, hangs or answers with an error. */
  readonly whenDead: Readonly<Record<Point, "continues" | "denies">>;
}
