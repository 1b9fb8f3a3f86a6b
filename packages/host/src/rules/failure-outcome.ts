import { type Aborted, type Denied, denied, type Point } from "./outcomes.js";

/** Who does not answer, and whether it was too late. */
export interface NoAnswer {
  readonly by: string;
  readonly timedOut: boolean;
}

/** What a hook that fails closed comes to where PicoClaw would go on: its strongest refusal. */
export function refusedTurn(point: Point, { by, timedOut }: NoAnswer): Aborted {
  return { outcome: "aborted", point, scope: "turn", reason: `hook "${by}" ${timedOut ? "timed out" : "failed"}`, by };
}

export function refusedCall({ by, timedOut }: NoAnswer): Denied {
  return denied("beforeTool", by, `hook "${by}" ${timedOut ? "timed out" : "failed"}`);
}

/** An approver that fails refuses, under every policy: PicoClaw's rule, in its words (run). */
export function refusedApproval({ by, timedOut }: NoAnswer): Denied {
  return denied("approveTool", by, `tool approval hook "${by}" ${timedOut ? "timed out" : "failed"}`);
}
