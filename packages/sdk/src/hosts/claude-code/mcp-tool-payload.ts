import type * as z from "zod/mini";
import { EVENTS, type EventName } from "./events.js";
import { payloadSchema } from "./wire.js";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Restores an event from the arguments of a tool call, in the form that a command reads from stdin. Claude Code writes
 * every argument as a string: JSON for a value that is not a string, and `""` for a missing one (observed).
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
  const takesText = takes(text);
  if (takesText && !/^\s*[[{]/.test(text)) return text;
  const value = jsonIn(text);
  // A tool's result may have any type. A text that parses as an object or an array is treated as that.
  const isThing = typeof value === "object" && value !== null && takes(value);
  return takesText && !isThing ? text : (value ?? text);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
