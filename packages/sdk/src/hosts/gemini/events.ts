import type { CommandEvent } from "../../command-hook/events.js";

/** What Gemini CLI does with an answer to one of its events. */
export interface EventRules extends CommandEvent {
  readonly denial?: "deny" | "stop";
}

/**
 * Gemini CLI's events, of 0.61.0 (run). At a reply of the model a denial lets the piece through, and its tool call run:
 * only a stop is a refusal there. At `AfterAgent` both mean something else: another try, and the end.
 */
export const EVENTS = {
  BeforeTool: { point: "beforeTool", denial: "deny" },
  AfterTool: { point: "afterTool", denial: "deny" },
  BeforeModel: { point: "beforeLlm", denial: "stop" },
  AfterModel: { point: "afterLlm", denial: "stop" },
  BeforeToolSelection: {},
  BeforeAgent: { denial: "deny" },
  AfterAgent: {},
  SessionStart: {},
  SessionEnd: {},
  PreCompress: {},
  Notification: {},
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

export const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);
