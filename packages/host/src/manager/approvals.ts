import type { ApproveToolParams, ApproveToolResult } from "@agent-hook/protocol";
import { refusedApproval } from "../rules/failure-outcome.js";
import { type ApproveToolOutcome, type Denied, denied } from "../rules/outcomes.js";
import { askSoundly } from "./chain.js";
import type { ChainHook } from "./chain-hook.js";
import type { OnAsk } from "./person.js";
import type { Tell } from "./report.js";

const METHOD = "hook.approve_tool";

/** What approvals need beside the hooks. */
export interface Approvals {
  readonly timeoutMs: number;
  readonly tell: Tell;
  /** Without it, what is left to a person is refused. */
  readonly onAsk: OnAsk | undefined;
}

/** Asks every approver in turn; the first refusal wins, and one that fails refuses. */
export async function approvals(
  hooks: readonly ChainHook[],
  params: ApproveToolParams,
  { timeoutMs, tell, onAsk }: Approvals,
): Promise<ApproveToolOutcome> {
  for (const hook of hooks) {
    if (!hook.modes.includes("approve")) continue;
    const asked = await askSoundly<ApproveToolResult>(hook, { method: METHOD, timeoutMs }, params, tell);
    const refusal = "answer" in asked ? await refusalIn(hook.name, params, asked.answer) : refusedApproval(asked);
    if (refusal === undefined) continue;
    hook.refused();
    return refusal;
  }
  return { outcome: "approved" };

  async function refusalIn(
    by: string,
    { tool, arguments: args, meta, context }: ApproveToolParams,
    { approved, ask, reason }: ApproveToolResult,
  ): Promise<Denied | undefined> {
    if (approved) return undefined;
    const refusal = denied("approval hook", by, reason ?? "");
    if (!ask || onAsk === undefined) return refusal;
    try {
      const said = await onAsk({ hook: by, tool, arguments: args ?? {}, reason: reason ?? "", meta, context });
      const answer = typeof said === "object" ? said : { approved: said };
      if (answer.approved === true) return undefined;
      return denied("approval hook", by, answer.reason ?? `a person said no${reason ? ` (${reason})` : ""}`);
    } catch (cause) {
      tell({ hook: by, kind: "call failed", method: METHOD, message: "onAsk failed; the tool is refused", cause });
      return refusal;
    }
  }
}
