import { abortTurn, type Calls, type Context, defineHook, deny, type Hook, type Point } from "@agent-hook/sdk";
import { checkOptions } from "../check-options.js";
import { enforced, letsPass, toolDenials } from "../limits/denials.js";
import { Meter, type Moment } from "./meter.js";
import { type BudgetOptions, type CheckedOptions, optionsSchema } from "./options.js";

/**
 * Returns a hook that stops an agent when a turn, a session or a day has used what it may: tokens, cost, tool calls,
 * model calls or time. It denies tool calls, model calls and prompts, and ends the turn where the host lets a hook do
 * that.
 *
 * It counts the model calls that the host reports to hooks. If the host reports none, it reads the host's session file,
 * which can be one call late. If tokens must be counted and the host does not report any, or a model has no price, calls
 * are denied. Use one budget with several limits: two budgets would share their counts. Throws a `TypeError` if an
 * option is invalid.
 *
 * @example
 * const prices = { "claude-opus": { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 } };
 * await serve(compose(guardShell(), budget({ limits: [{ per: "day", cost: 20 }], prices })));
 */
export function budget(options: BudgetOptions = {}): Hook<{}> {
  return limitedHook("budget", checkOptions("budget", optionsSchema, options));
}

/** Returns a hook with this name that stops an agent at the limits. */
export function limitedHook(name: string, options: CheckedOptions): Hook<{}> {
  const { limits, prices } = options;
  const meter = new Meter(name, limits, prices);
  const mayPass = letsPass(options);
  // `approveTool` is called after every `beforeTool`, so a tool call that is denied earlier does not count.
  const countsLater = !mayPass && limits.some(({ toolCalls }) => toolCalls !== undefined);
  const reasonAt = async (moment: Moment, call: Calls[Point], context: Context) =>
    enforced(options, await meter.check(moment, call, context), context);
  const tools = toolDenials(options, (call, context) => meter.check("counted-tool", call, context));
  return defineHook({
    name,
    ...(mayPass ? {} : { onFailure: "block" }),
    setup: (context: Context) => meter.assertMeasurable(context),
    async onPrompt(call, context) {
      const reason = await reasonAt("prompt", call, context);
      return reason === undefined ? undefined : deny(reason);
    },
    async beforeLlm(call, context) {
      const reason = await reasonAt("model", call, context);
      return reason === undefined ? undefined : abortTurn(reason);
    },
    afterLlm: (reply, context) => meter.reply(reply, context),
    async beforeTool(call, context) {
      const reason = await reasonAt(countsLater ? "tool" : "counted-tool", call, context);
      return reason === undefined ? undefined : abortTurn(reason);
    },
    ...(countsLater ? { approveTool: tools.approveTool } : {}),
    onEvent: { "llm.response": (event, context) => meter.event(event, context) },
  });
}
