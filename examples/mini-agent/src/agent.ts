import type { Aborted, HookManager, Point } from "@agent-hook/host";
import type { BuiltInTool } from "./built-in-tools.js";
import type { Model } from "./model.js";
import type { Steps } from "./steps.js";

/** What a turn needs: the hooks to ask, the model, the agent's own tools, and where to say what happens. */
export interface Agent {
  readonly hooks: HookManager;
  readonly model: Model;
  readonly tools: readonly BuiltInTool[];
  /** Those of the hook's MCP server, if it is one. */
  readonly served: readonly BuiltInTool[];
  readonly steps: Steps;
}

/** The turn ended without a reply; the message says why. */
export class TurnEnded extends Error {
  override readonly name = "TurnEnded";
}

/** What `abort_turn` and `hard_abort` come to here. */
export function stoppedBy({ point, scope, reason }: Aborted): TurnEnded {
  return new TurnEnded(`the hook ended the ${scope} in ${methodOf(point)}: ${reason || "no reason given"}`);
}

/** A point as PicoClaw's config and wire call it. */
export function methodOf(point: Point): string {
  return point.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
}
