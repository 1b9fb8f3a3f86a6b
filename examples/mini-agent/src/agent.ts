import { type HookProcess, HookError } from "@agent-hook/host";
import type { BuiltInTool } from "./built-in-tools.js";
import type { Model } from "./model.js";
import type { Aborted, Asked } from "./picoclaw-rules.js";
import type { Steps } from "./steps.js";

/** What a turn needs: the hook to ask, the model, the agent's own tools, and where to say what happens. */
export interface Agent {
  readonly hook: HookProcess;
  readonly hookName: string;
  readonly model: Model;
  readonly tools: readonly BuiltInTool[];
  readonly steps: Steps;
}

/** The turn ended without a reply; the message says why. */
export class TurnEnded extends Error {
  override readonly name = "TurnEnded";
}

/** What `abort_turn` and `hard_abort` come to here. */
export function stoppedBy(method: string, { scope, reason }: Aborted): TurnEnded {
  return new TurnEnded(`the hook ended the ${scope} in ${method}: ${reason}`);
}

/** Asks the hook; a failure is said aloud and left to PicoClaw's rules. */
export async function ask<Answer>(agent: Agent, method: string, call: Promise<Answer>): Promise<Asked<Answer>> {
  try {
    return { answer: await call };
  } catch (error) {
    if (!(error instanceof HookError)) throw error;
    const consequence = method === "approve_tool" ? "no answer is a refusal" : "goes on without the hook";
    agent.steps.warn(method, `${consequence}: ${headlineOf(error)}`);
    return { failure: error.code === "timeout" ? "timed out" : "failed" };
  }
}

/** Without the hook's last lines on stderr: they were shown as they came. */
export function headlineOf(error: HookError): string {
  return error.message.split("\n", 1)[0] ?? "";
}
