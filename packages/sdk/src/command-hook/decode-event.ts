import type { CallSource, Calls, Point } from "../hook/calls.js";
import type { HookEvent } from "../hook/events.js";
import type { CommandEvent } from "./events.js";

type Fields = Readonly<Record<string, unknown>>;

/** Decodes an event of a one-shot host by its row in the host's table. */
export function decodeEvent(
  hostKind: string,
  { kind, fields = {} }: CommandEvent,
  payload: Fields,
  source: CallSource,
  commonFields: readonly string[],
): HookEvent {
  const mapped = Object.entries(fields).map(([path, field]) => [field, valueAt(payload, path.split("."))]);
  const others = Object.entries(payload)
    .filter(([field]) => !commonFields.includes(field) && !Object.hasOwn(fields, field))
    .map(([field, value]) => [toCamelCase(field), value]);
  return {
    kind: kind ?? "other",
    hostKind,
    ...source,
    payload: Object.fromEntries([...others, ...mapped.filter(([, value]) => value !== undefined && value !== null)]),
    raw: payload,
  } as HookEvent;
}

/** Returns the event of a call, with a payload from the decoded call: hosts name the fields of a call differently. */
export function eventOfCall<P extends Point>(event: HookEvent, point: P, call: Calls[P]): HookEvent {
  const payloadOf = payloadByPoint[point];
  return payloadOf === undefined ? event : ({ ...event, payload: payloadOf(call) } as HookEvent);
}

/** Lengths are in bytes, as PicoClaw counts them. */
const payloadByPoint: { readonly [P in Point]?: (call: Calls[P]) => Fields } = {
  beforeLlm: ({ model, messages }) => ({ ...modelField(model), messagesCount: messages.length }),
  afterLlm: ({ model, content }) => ({ ...modelField(model), contentLen: Buffer.byteLength(content) }),
  beforeTool: (call) => toolFields(call),
  afterTool: ({ result: { forLlm, isError = false }, durationMs, ...call }) => ({
    ...toolFields(call),
    isError,
    forLlmLen: Buffer.byteLength(forLlm),
    ...(durationMs === undefined ? {} : { durationMs }),
  }),
};

function toolFields({ tool, arguments: args }: Pick<Calls["beforeTool"], "tool" | "arguments">): Fields {
  return { tool, arguments: args };
}

/** If the host does not name the model, `model` is empty in the call. */
function modelField(model: string): Fields {
  return model === "" ? {} : { model };
}

function valueAt(value: unknown, [field, ...rest]: readonly string[]): unknown {
  if (field === undefined) return value;
  return typeof value === "object" && value !== null && Object.hasOwn(value, field)
    ? valueAt((value as Fields)[field], rest)
    : undefined;
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_match, letter) => letter.toUpperCase());
}
