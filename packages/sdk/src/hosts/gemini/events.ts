import type { CommandEvent } from "../../command-hook/events.js";
import { hasTimestamp, isGemini, pascalCased } from "../../command-hook/tell-hosts-apart.js";

/** How Gemini CLI treats an answer to one of its events. */
export interface EventRules extends CommandEvent {
  readonly denial?: "deny" | "stop";
}

/**
 * Gemini CLI's events, observed on 0.61.0. After a reply of the model, a denial lets the piece through and its tool
 * call run, so only a stop denies there. At `AfterAgent`, a denial requests another try and a stop ends the turn.
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

/** Whether a first message is from Gemini CLI: every payload has a transcript and a time (observed). */
export function recognise(first: unknown): boolean {
  const fields = pascalCased(first);
  return fields !== undefined && hasTimestamp(fields) && isGemini(fields);
}
