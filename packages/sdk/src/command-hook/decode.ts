import type { CallOrigin, CallSource, PromptCall, ToolCall, ToolKind, ToolOutcome } from "../hook/calls.js";
import type { HostTools } from "../hook/unmatched-filter.js";
import { fieldIn, type PayloadFields } from "./fields.js";

type Payload = Readonly<Record<string, unknown>>;

/** Decodes the parts of payloads that each have a field. A schema has checked the payloads. */
interface FieldDecoder {
  sourceOf(payload: object): CallSource;
  promptCall(payload: object): PromptCall;
  toolCall(payload: object): ToolCall;
}

/** `sourceOf`: given for a host whose source is not just fields. */
export function decoderOf(
  fields: PayloadFields,
  kindOf: (tool: string) => ToolKind,
  sourceOf: FieldDecoder["sourceOf"] = (payload) => sourceIn(payload, fields),
): FieldDecoder {
  return {
    sourceOf,
    promptCall: (payload) => ({
      prompt: textAt(payload, fields.prompt) as string,
      ...sourceOf(payload),
      raw: payload as Payload,
    }),
    toolCall(payload) {
      const tool = textAt(payload, fields.tool) as string;
      const id = textAt(payload, fields.id);
      const args = (fieldIn(payload, fields.input) ?? {}) as Payload;
      const call = { tool, kind: kindOf(tool), arguments: args, ...sourceOf(payload), raw: payload as Payload };
      return id ? { id, ...call } : call;
    },
  };
}

function sourceIn(payload: object, { session, folder, time, turn, agent }: PayloadFields): CallSource {
  return sourceFrom({
    sessionId: textAt(payload, session),
    cwd: textAt(payload, folder),
    time: textAt(payload, time),
    turnId: textAt(payload, turn),
    agentId: textAt(payload, agent),
  });
}

function textAt(payload: object, field: string | undefined): string | undefined {
  return fieldIn(payload, field) as string | undefined;
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
