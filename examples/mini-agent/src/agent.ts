import type { AbortedOutcome, HookManager, Point } from "@agent-hook/picoclaw";
import type { BuiltInTool } from "./built-in-tools.js";
import type { Model } from "./model.js";
import type { Steps } from "./steps.js";

/** Everything that a turn needs: the hooks, the model, the agent's own tools, and the output for its steps. */
export interface Agent {
  readonly hooks: HookManager;
  readonly model: Model;
  readonly tools: readonly BuiltInTool[];
  /** The tools of the hook's MCP server, if it has one. */
  readonly served: readonly BuiltInTool[];
  readonly steps: Steps;
}

/** The turn ended without a reply. The message says why. */
export class TurnEnded extends Error {
  override readonly name = "TurnEnded";
}

/** Converts the outcome of `abort_turn` and `hard_abort` to an error. */
export function stoppedBy({ point, scope, reason }: AbortedOutcome): TurnEnded {
  return new TurnEnded(`the hook ended the ${scope} in ${methodOf(point)}: ${reason || "no reason given"}`);
}

/** Returns the name of a point in PicoClaw's config and on its wire. */
export function methodOf(point: Point): string {
  return point.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
}
