import { type AbortedOutcome, type DeniedOutcome, denied, type Point } from "./outcomes.js";

/** The hook that did not answer, and whether it timed out. */
export interface NoAnswer {
  readonly by: string;
  readonly timedOut: boolean;
}

/** The outcome of a failed hook whose policy is `block`, where PicoClaw would continue: its strongest denial. */
export function endedTurn(point: Point, { by, timedOut }: NoAnswer): AbortedOutcome {
  return { outcome: "aborted", point, scope: "turn", reason: `hook "${by}" ${timedOut ? "timed out" : "failed"}`, by };
}

export function deniedCall({ by, timedOut }: NoAnswer): DeniedOutcome {
  return denied("beforeTool", by, `hook "${by}" ${timedOut ? "timed out" : "failed"}`);
}

/** An approver that fails denies under every policy. The rule and the wording are PicoClaw's (observed). */
export function deniedApproval({ by, timedOut }: NoAnswer): DeniedOutcome {
  return denied("approveTool", by, `tool approval hook "${by}" ${timedOut ? "timed out" : "failed"}`);
}
