import type * as z from "zod/mini";
import { EVENTS, type EventName } from "./events.js";
import { payloadSchema } from "./payloads.js";

type Fields = Readonly<Record<string, unknown>>;

/**
 * An event as a command has it on stdin, of the arguments of a tool: there Claude Code writes every value as a text, what
 * is no text as JSON, and what it has not as an empty one (run).
 */
export function payloadOf(fields: Fields): Fields {
  const { hook_event_name: event } = fields;
  if (typeof event !== "string" || !Object.hasOwn(EVENTS, event)) return fields;
  const { shape } = payloadSchema(event as EventName);
  const entries = Object.entries(fields).map(([name, value]) => {
    const isKnown = typeof value === "string" && Object.hasOwn(shape, name);
    return [name, isKnown ? readAs(shape[name] as z.ZodMiniType, value) : value];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function readAs(field: z.ZodMiniType, text: string): unknown {
  const takes = (value: unknown) => field.safeParse(value).success;
  if (text === "" && takes(undefined)) return undefined;
  const value = jsonIn(text);
  // The result of a tool may be anything: what looks like an object or a list is one.
  const isThing = typeof value === "object" && value !== null && takes(value);
  return takes(text) && !isThing ? text : (value ?? text);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
