import type { BeforeLlmParams, JsonObject, LlmResponse, ToolResult } from "@agent-hook/sdk/internal/picoclaw";

/** Where a hook is called. */
export type Point = "beforeLlm" | "afterLlm" | "beforeTool" | "approveTool" | "afterTool";

/** No hook denied. `changedBy` lists the hooks whose changes are included, in order. */
interface Continues {
  readonly outcome: "continue";
  readonly changedBy: readonly string[];
}
/** The request that the model gets. */
export interface RequestContinues extends Continues {
  readonly request: BeforeLlmParams;
}
/** The model's reply, as the agent continues with it. */
export interface ReplyContinues extends Continues {
  readonly response: LlmResponse;
}
/** The call that the approvers receive and that runs if they approve it. */
export interface CallContinues extends Continues {
  readonly tool: string;
  readonly arguments: JsonObject;
}
/** The tool's result, as the model gets it. */
export interface ResultContinues extends Continues {
  readonly result: ToolResult;
}
/** A hook ended the turn, or the whole agent. */
export interface AbortedOutcome {
  readonly outcome: "aborted";
  readonly point: Point;
  readonly scope: "turn" | "agent";
  readonly reason: string;
  /** The hook that ended it. */
  readonly by: string;
}
/** A hook answered instead of the tool: the tool does not run, and no approver is called. */
export interface AnsweredOutcome {
  readonly outcome: "answered";
  readonly result: ToolResult;
  readonly by: string;
}
/** The tool does not run. */
export interface DeniedOutcome {
  readonly outcome: "denied";
  readonly point: "beforeTool" | "approveTool";
  readonly reason: string;
  /** The text for the model, in PicoClaw's words. */
  readonly text: string;
  readonly by: string;
}
export interface ApprovedOutcome {
  readonly outcome: "approved";
}

export type BeforeLlmOutcome = RequestContinues | AbortedOutcome;
export type AfterLlmOutcome = ReplyContinues | AbortedOutcome;
export type BeforeToolOutcome = CallContinues | AnsweredOutcome | DeniedOutcome | AbortedOutcome;
export type ApproveToolOutcome = ApprovedOutcome | DeniedOutcome;
export type AfterToolOutcome = ResultContinues | AbortedOutcome;

/** Returns a denial in PicoClaw's words (observed in v0.2.6 to v0.2.9). */
export function denied(point: DeniedOutcome["point"], by: string, reason: string): DeniedOutcome {
  const text = `Tool execution denied by ${point === "beforeTool" ? "hook" : "approval hook"}`;
  return { outcome: "denied", point, by, reason, text: reason === "" ? text : `${text}: ${reason}` };
}
