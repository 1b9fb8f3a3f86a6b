import { type AbortedOutcome, type DeniedOutcome, denied, type Point } from "./outcomes.js";

/** The hook that did not answer, and whether it timed out. */
export interface NoAnswer {
  readonly by: string;
  readonly timedOut: boolean;
}

/**
 * The outcome of a failed `block` hook at a point where PicoClaw itself would continue: it ends the turn, which is
 * PicoClaw's strongest denial.
 */
export function endedTurn(point: Point, { by, timedOut }: NoAnswer): AbortedOutcome {
  return { outcome: "aborted", point, scope: "turn", reason: `hook "${by}" ${timedOut ? "timed out" : "failed"}`, by };
}

export function deniedCall({ by, timedOut }: NoAnswer): DeniedOutcome {
  return denied("beforeTool", by, `hook "${by}" ${timedOut ? "timed out" : "failed"}`);
}

/** A failed approver denies the call under every policy. The rule and the wording are PicoClaw's (observed). */
export function deniedApproval({ by, timedOut }: NoAnswer): DeniedOutcome {
  return denied("approveTool", by, `tool approval hook "${by}" ${timedOut ? "timed out" : "failed"}`);
}
