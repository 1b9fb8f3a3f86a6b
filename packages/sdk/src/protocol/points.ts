import type { HookMode } from "./methods/hello.js";

/**
 * The points at which the host calls the hook: the method, its name in the config's `intercept`, and the mode in
 * `hook.hello` that enables it. Events are enabled by `observe` in the config and have the mode `observe`.
 *
 * Source: observed on v0.2.6 to v0.2.9.
 */
export const POINTS = {
  beforeLlm: { method: "hook.before_llm", intercept: "before_llm", mode: "llm" },
  afterLlm: { method: "hook.after_llm", intercept: "after_llm", mode: "llm" },
  beforeTool: { method: "hook.before_tool", intercept: "before_tool", mode: "tool" },
  approveTool: { method: "hook.approve_tool", intercept: "approve_tool", mode: "approve" },
  afterTool: { method: "hook.after_tool", intercept: "after_tool", mode: "tool" },
} as const satisfies Readonly<Record<string, { method: string; intercept: string; mode: HookMode }>>;

export type PointName = keyof typeof POINTS;

/** Returns the mode in `hook.hello` that enables a handler. */
export function modeOf(handled: PointName | "onEvent"): HookMode {
  return handled === "onEvent" ? "observe" : POINTS[handled].mode;
}
