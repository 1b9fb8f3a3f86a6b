import type { HookEvent, ToolCall, ToolOutcome } from "@agent-hook/sdk";

/** Converts a call to the event that PicoClaw sends when a tool starts. */
export function toolStart({ tool, origin, raw }: ToolCall): HookEvent {
  return { kind: "tool.start", origin, raw, payload: { tool } };
}

/** Converts an outcome to the event that PicoClaw sends when a tool has ended. */
export function toolEnd({ tool, origin, raw, result, durationMs }: ToolOutcome): HookEvent {
  const { forLlm, isError = false } = result;
  const payload = { tool, isError, forLlmLen: Buffer.byteLength(forLlm) };
  return { kind: "tool.end", origin, raw, payload: durationMs === undefined ? payload : { ...payload, durationMs } };
}
