import type { HookMode } from "@agent-hook/protocol";
import type { Point } from "../../hook/calls.js";

type Asked = Point | "onEvent";

/** The mode of hello that brings a point, and the point's name in the config. */
const CONFIG: Readonly<Record<Asked, { readonly mode: HookMode; readonly key: string }>> = {
  beforeLlm: { mode: "llm", key: "before_llm" },
  afterLlm: { mode: "llm", key: "after_llm" },
  beforeTool: { mode: "tool", key: "before_tool" },
  afterTool: { mode: "tool", key: "after_tool" },
  approveTool: { mode: "approve", key: "approve_tool" },
  onEvent: { mode: "observe", key: "observe" },
};

/** The points that the modes of a hello do not bring. */
export function missingPoints(points: readonly Asked[], modes: readonly string[]): Asked[] {
  return points.filter((point) => !modes.includes(CONFIG[point].mode));
}

/** Which lines of the host's config bring the missing points. */
export function configLines(missing: readonly Asked[], hookName: string): string {
  const place = `hooks.processes.${hookName}`;
  const intercept = missing.filter((point) => point !== "onEvent").map((point) => `"${CONFIG[point].key}"`);
  const lines = intercept.length === 0 ? [] : [`add ${intercept.join(", ")} to ${place}.intercept`];
  return [...lines, ...(missing.includes("onEvent") ? [`add "observe": ["*"] to ${place}`] : [])].join("; ");
}
