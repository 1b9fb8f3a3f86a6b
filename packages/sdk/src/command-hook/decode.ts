import type { CallOrigin, CallSource, ToolCall, ToolKind, ToolOutcome } from "../hook/calls.js";
import type { HostTools } from "../hook/unmatched-filter.js";

interface ToolEvent {
  readonly tool_name: string;
  readonly tool_input?: Readonly<Record<string, unknown>>;
  readonly tool_use_id?: string | null;
  readonly [field: string]: unknown;
}

/** Decodes the tool call of an event with snake_case fields. */
export function toolCallOf(payload: ToolEvent, kind: ToolKind, source: CallSource): ToolCall {
  const { tool_name: tool, tool_input: args = {}, tool_use_id: id } = payload;
  return { ...(id ? { id } : {}), tool, kind, arguments: args, ...source, raw: payload };
}

/** Decodes how long a tool ran, if the event has this field. */
export function durationOf(event: { readonly duration_ms?: number }): Pick<ToolOutcome, "durationMs"> {
  const { duration_ms: durationMs } = event;
  return durationMs === undefined ? {} : { durationMs };
}

type SourceField = Exclude<keyof CallSource, "origin"> | "turnId" | "agentId";

/** Returns where and when an event happened, without the fields that the host left empty. */
export function sourceFrom(fields: { readonly [Name in SourceField]?: string | undefined }): CallSource {
  const { turnId, agentId, ...source } = fields;
  return { ...withoutEmpty(source), origin: withoutEmpty({ turnId, agentId }) };
}

function withoutEmpty(fields: Readonly<Record<string, string | undefined>>): Omit<CallSource, "origin"> & CallOrigin {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}

/**
 * Describes the tools of a host for the check of filters. `mcp`: set if the adapter can tell that a tool is one of an MCP
 * server. A hook's own tools are guarded in its MCP server, so a filter for them is never a mistake.
 */
export function hostTools(kinds: ReadonlyMap<string, ToolKind>, mcp?: "mcp"): HostTools {
  return {
    kinds: new Set<ToolKind>([...kinds.values(), "other", "plugin", ...(mcp === undefined ? [] : [mcp])]),
    tools: kinds,
  };
}

/** Maps the names of a host's tools to kinds. `names` lists the tools of each kind. */
export function toolKinds(
  names: Readonly<Partial<Record<ToolKind, readonly string[]>>>,
): ReadonlyMap<string, ToolKind> {
  return new Map(
    Object.entries(names).flatMap(([kind, tools]) => tools.map((tool) => [tool, kind as ToolKind] as const)),
  );
}
