import type { Hook } from "@agent-hook/sdk";
import type { AuditedHook } from "./audited-hooks.js";

/** A decision of one hook, before it is combined with those of others. */
export interface HookDecision {
  readonly hook: string;
  readonly action: string;
  /** The rules that led to the decision, as the hook names them. Empty if the hook names no rules. */
  readonly rules: readonly string[];
}

type Handler = (call: unknown, context: object) => unknown;
type Handlers = Readonly<Record<string, Handler | undefined>>;

const POINTS = ["onPrompt", "beforeTool", "approveTool", "afterTool"];
const PASSES = ["approve", "addContext"];

/** Returns the same hook, which also reports its decisions. */
export function watched({ name, hook, observer }: AuditedHook, report: (decision: HookDecision) => void): Hook {
  const handlers = hook as unknown as Handlers;
  const watching = POINTS.flatMap((point): readonly (readonly [string, Handler])[] => {
    const handler = handlers[point];
    if (typeof handler !== "function") return [];
    const watch: Handler = async (call, context) => {
      const decision = await handler.call(hook, call, context);
      const { action } = Object(decision) as { readonly action?: unknown };
      if (typeof action === "string" && !PASSES.includes(action)) {
        report({ hook: name, action, rules: await rulesOf(observer, point, call, context) });
      }
      return decision;
    };
    return [[point, watch]];
  });
  return { ...hook, ...Object.fromEntries(watching) };
}

/**
 * Returns the rules behind a decision. A decision has only words for the model, but a hook that observes logs its rules.
 * It observes in `beforeTool` what it would decide in `approveTool`.
 */
async function rulesOf(observer: Hook | undefined, point: string, call: unknown, context: object) {
  const handler = (observer as unknown as Handlers | undefined)?.[point === "approveTool" ? "beforeTool" : point];
  if (handler === undefined) return [];
  const rules = new Set<string>();
  const note = (_message: string, data?: unknown) => {
    const { rule, rules: all = rule } = Object(data) as { readonly rule?: unknown; readonly rules?: unknown };
    for (const one of [all].flat()) if (typeof one === "string") rules.add(one);
  };
  const log = { debug: note, info: note, warn: note, error: note };
  try {
    await handler.call(observer, call, Object.create(context, { log: { value: log } }));
  } catch {
    // The rules only explain a decision that was made.
  }
  return [...rules];
}
