import type { HookMode } from "./methods/hello.js";

/**
 * The points where the host asks: the call, its name in the config's `intercept`, and the mode of hello that brings it.
 * Events are asked for by `observe` in the config, and come under the mode `observe`.
 *
 * Source: run, v0.2.6 to v0.2.9.
 */
export const POINTS = {
  beforeLlm: { method: "hook.before_llm", intercept: "before_llm", mode: "llm" },
  afterLlm: { method: "hook.after_llm", intercept: "after_llm", mode: "llm" },
  beforeTool: { method: "hook.before_tool", intercept: "before_tool", mode: "tool" },
  approveTool: { method: "hook.approve_tool", intercept: "approve_tool", mode: "approve" },
  afterTool: { method: "hook.after_tool", intercept: "after_tool", mode: "tool" },
} as const satisfies Readonly<Record<string, { method: string; intercept: string; mode: HookMode }>>;

export type PointName = keyof typeof POINTS;

/** The mode of hello that brings what a hook handles. */
export function modeOf(handled: PointName | "onEvent"): HookMode {
  return handled === "onEvent" ? "observe" : POINTS[handled].mode;
}
