import { defineHook, deny, type Hook, modify } from "@agent-hook/sdk";
import { z } from "zod";
import { checkOptions } from "../check-options.js";
import { changingTools, type OfferedTool } from "./changing-tools.js";

/** The options of `requireReason`. */
export interface RequireReasonOptions {
  /** The name of the new argument. No tool may have one of this name. Default: `reason_for_call`. */
  readonly argument?: string | undefined;
  /** What the model reads about it. Default: why the call is needed. */
  readonly description?: string | undefined;
  /** Tools that need no reason, by name. Default: none. */
  readonly except?: readonly string[] | undefined;
}

export const optionsSchema = z.strictObject({
  argument: z
    .string()
    .regex(/^\w{1,64}$/)
    .default("reason_for_call"),
  description: z.string().min(1).default("Why this call is needed for the user's task, in one sentence."),
  except: z.array(z.string()).default([]),
});

/**
 * Returns a hook that gives each tool one more argument, in which the model says why it calls the tool. The argument is
 * logged at `info` and removed before the tool runs. A call without a reason is denied.
 *
 * Few hosts let a hook change tools: Civic's proxy, and PicoClaw before v0.2.8. Under other hosts, it does not start,
 * and the error says why. Throws a `TypeError` if an option is invalid.
 *
 * @example await serveCivic(requireReason({ except: ["list_articles"] }), { port: 8080 });
 */
export function requireReason(options: RequireReasonOptions = {}): Hook<{}> {
  const { argument, description, except } = checkOptions("requireReason", optionsSchema, options);
  const change = <T extends OfferedTool>(tool: T): T => {
    if (except.includes(tool.name)) return tool;
    const field = "inputSchema" in tool ? "inputSchema" : "parameters";
    return { ...tool, [field]: withArgument(tool[field], argument, description, tool.name) };
  };
  return defineHook({
    ...changingTools("require-reason", change),
    onFailure: "block",
    beforeTool({ tool, arguments: args, ownTool }, { log }) {
      // The schemas of own tools were not changed.
      if (except.includes(tool) || ownTool !== undefined) return;
      const { [argument]: reason, ...others } = args;
      if (typeof reason !== "string" || reason.trim() === "") {
        return deny(`Say why: call the tool again with the argument ${argument}. ${description}`, {
          rule: "no-reason",
        });
      }
      log.info(`${tool}: ${reason}`);
      return modify({ arguments: others }, { rule: "reason" });
    },
  });
}

/** Returns a JSON Schema of arguments with one more, which is required. */
function withArgument(schema: unknown, argument: string, description: string, tool: string): unknown {
  const { properties = {}, required = [], ...rest } = Object(schema);
  if (Object.hasOwn(properties, argument)) {
    throw new Error(`requireReason: the tool ${tool} already has an argument ${argument}: choose another name`);
  }
  const added = { ...properties, [argument]: { type: "string", description } };
  return { type: "object", ...rest, properties: added, required: [...required, argument] };
}
