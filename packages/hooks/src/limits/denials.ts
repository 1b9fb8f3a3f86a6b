import {
  type ApproveToolDecision,
  approve,
  type BeforeToolDecision,
  type Context,
  deny,
  type HookDefinition,
  type ToolCall,
} from "@agent-hook/sdk";
import { z } from "zod";

/** The options that all hooks with limits have. */
export interface LimitOptions {
  /** `observe`: lets every call pass, and logs what it would deny. Default: `enforce`. */
  readonly mode?: "enforce" | "observe" | undefined;
  /** What happens to a call if the store fails. Default: `block`. */
  readonly onFailure?: "block" | "continue" | undefined;
}

/** Their schemas. */
export const limitOptions = {
  mode: z.enum(["enforce", "observe"]).default("enforce"),
  onFailure: z.enum(["block", "continue"]).default("block"),
};

type Checked = Readonly<Record<keyof LimitOptions, string>>;

/** Whether a failure of the hook may let a call pass. */
export function letsPass({ mode, onFailure }: Checked): boolean {
  return mode === "observe" || onFailure === "continue";
}

/**
 * Returns the handlers that deny a tool call for a reason. A failure in `approveTool` always denies the call, even with
 * `onFailure: "continue"`. So a hook that may let calls pass decides in `beforeTool`.
 */
export function toolDenials(
  options: Checked,
  whyDenied: (call: ToolCall, context: Context) => Promise<string | undefined>,
): Pick<HookDefinition<{}>, "onFailure" | "approveTool" | "beforeTool"> {
  if (!letsPass(options)) {
    return {
      onFailure: "block",
      async approveTool(call, context): Promise<ApproveToolDecision> {
        const reason = await whyDenied(call, context);
        return reason === undefined ? approve() : deny(reason);
      },
    };
  }
  return {
    async beforeTool(call, context): Promise<BeforeToolDecision | undefined> {
      const reason = enforced(options, await whyDenied(call, context), context);
      return reason === undefined ? undefined : deny(reason);
    },
  };
}

/** Returns the reason, or logs it and returns `undefined` if calls are only observed. */
export function enforced({ mode }: Checked, reason: string | undefined, { log }: Context): string | undefined {
  if (reason === undefined || mode === "enforce") return reason;
  log.warn(`would deny: ${reason}`);
  return undefined;
}
