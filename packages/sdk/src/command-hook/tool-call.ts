import type { CallOrigin, ToolCall, ToolKind } from "../hook/calls.js";

interface ToolEvent {
  readonly tool_name: string;
  readonly tool_input?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** The call of a tool that an event in snake_case tells of. */
export function toolCallOf(payload: ToolEvent, kind: ToolKind, origin: CallOrigin): ToolCall {
  return { tool: payload.tool_name, kind, arguments: payload.tool_input ?? {}, origin, raw: payload };
}

type Names = "sessionKey" | "turnId" | "agentId";

/** Where an event comes from, without what is empty. */
export function knownOrigin(origin: { readonly [Name in Names]?: string | undefined }): CallOrigin {
  return Object.fromEntries(Object.entries(origin).filter(([, value]) => value));
}
