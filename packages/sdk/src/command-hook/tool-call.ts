import type { CallOrigin, ToolCall, ToolKind } from "../hook/calls.js";

interface ToolEvent {
  readonly tool_name: string;
  readonly tool_input?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** Decodes the tool call of an event with snake_case fields. */
export function toolCallOf(payload: ToolEvent, kind: ToolKind, origin: CallOrigin): ToolCall {
  return { tool: payload.tool_name, kind, arguments: payload.tool_input ?? {}, origin, raw: payload };
}

type Names = "sessionKey" | "turnId" | "agentId";

/** Returns the origin of an event without its empty fields. */
export function knownOrigin(origin: { readonly [Name in Names]?: string | undefined }): CallOrigin {
  return Object.fromEntries(Object.entries(origin).filter(([, value]) => value));
}
