import type { HookEvent, ToolCall, ToolOutcome } from "@agent-hook/sdk";

/** A call as the event that PicoClaw tells when a tool starts. */
export function toolStart({ tool, origin, raw }: ToolCall): HookEvent {
  return { kind: "tool.start", origin, raw, payload: { tool } };
}

/** An outcome as the event that PicoClaw tells when a tool has ended. */
export function toolEnd({ tool, origin, raw, result, durationMs }: ToolOutcome): HookEvent {
  const { forLlm, isError = false } = result;
  const payload = { tool, isError, forLlmLen: Buffer.byteLength(forLlm) };
  return { kind: "tool.end", origin, raw, payload: durationMs === undefined ? payload : { ...payload, durationMs } };
}
