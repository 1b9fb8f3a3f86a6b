import type { CommandEvent } from "../../command-hook/events.js";
import { hasTimestamp, isGemini, pascalCased } from "../../command-hook/tell-hosts-apart.js";

/** How Copilot CLI treats an answer to one of its events. */
export interface EventRules extends CommandEvent {
  readonly denial?: "permission" | "behavior" | "block";
}

/**
 * Copilot CLI's events, observed on 1.0.102. `decision: "block"` at `agentStop` and `subagentStop` lets the agent go
 * on, so it is not a denial.
 */
export const EVENTS = {
  preToolUse: { point: "beforeTool", denial: "permission" },
  postToolUse: { point: "afterTool", denial: "block" },
  postToolUseFailure: { point: "afterTool" },
  preMcpToolCall: {},
  permissionRequest: { denial: "behavior" },
  userPromptSubmitted: { denial: "block" },
  userPromptTransformed: {},
  sessionStart: {},
  sessionEnd: {},
  agentStop: {},
  subagentStart: {},
  subagentStop: {},
  notification: {},
  preCompact: {},
  errorOccurred: {},
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

export const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

/** Whether a first message is from Copilot CLI, with camelCase or PascalCase event names (observed). */
export function recognise(first: unknown): boolean {
  if (typeof first !== "object" || first === null) return false;
  const { sessionId, timestamp, cwd } = first as Readonly<Record<string, unknown>>;
  if (typeof sessionId === "string") return typeof timestamp === "number" && typeof cwd === "string";
  const fields = pascalCased(first);
  return fields !== undefined && hasTimestamp(fields) && !isGemini(fields);
}
