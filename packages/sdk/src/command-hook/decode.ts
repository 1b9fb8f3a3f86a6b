import type { CallOrigin, ToolCall, ToolKind, ToolOutcome } from "../hook/calls.js";

interface ToolEvent {
  readonly tool_name: string;
  readonly tool_input?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** Decodes the tool call of an event with snake_case fields. */
export function toolCallOf(payload: ToolEvent, kind: ToolKind, origin: CallOrigin): ToolCall {
  return { tool: payload.tool_name, kind, arguments: payload.tool_input ?? {}, origin, raw: payload };
}

/** Decodes how long a tool ran, if the event says so. */
export function durationOf(event: { readonly duration_ms?: number }): Pick<ToolOutcome, "durationMs"> {
  const { duration_ms: durationMs } = event;
  return durationMs === undefined ? {} : { durationMs };
}

type Names = "sessionKey" | "turnId" | "agentId";

/** Returns the origin of an event without its empty fields. */
export function knownOrigin(origin: { readonly [Name in Names]?: string | undefined }): CallOrigin {
  return Object.fromEntries(Object.entries(origin).filter(([, value]) => value));
}

/** Maps the names of a host's tools to kinds. `names` lists the tools of each kind. */
export function toolKinds(
  names: Readonly<Partial<Record<ToolKind, readonly string[]>>>,
): ReadonlyMap<string, ToolKind> {
  return new Map(
    Object.entries(names).flatMap(([kind, tools]) => tools.map((tool) => [tool, kind as ToolKind] as const)),
  );
}
