import type { CommandEvent } from "../../command-hook/events.js";
import type { PayloadFields } from "../../command-hook/fields.js";

/** The name for people. */
export const TITLE = "Docker MCP gateway";

/** Where Docker MCP gateway keeps the parts of a call in its payloads. */
export const FIELDS: PayloadFields = { tool: "/Params/name", input: "/Params/arguments", result: "content" };

/** The places of an interceptor, observed at commit 2bd20fe8. No payload names its place. */
export const EVENTS = {
  before: { point: "beforeTool", denial: "result", kind: "tool.start" },
  after: { point: "afterTool", denial: "result", kind: "tool.end" },
} as const satisfies Readonly<Record<string, CommandEvent>>;

export type EventName = keyof typeof EVENTS;

export const EVENT_NAMES: readonly EventName[] = ["before", "after"];

/** Returns the place whose payload has these fields, or `undefined`. */
export function eventOf(payload: unknown): EventName | undefined {
  if (typeof payload !== "object" || payload === null) return undefined;
  const { Params: params, content } = payload as Readonly<Record<string, unknown>>;
  if (typeof params === "object" && params !== null) return "before";
  return Array.isArray(content) ? "after" : undefined;
}

export function recognise(first: unknown): number {
  return eventOf(first) === undefined ? 0 : 1;
}
