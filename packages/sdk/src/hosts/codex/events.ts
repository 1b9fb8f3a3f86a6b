import type { CommandEvent } from "../../command-hook/events.js";
import { hasTimestamp, isCodex, pascalCased } from "../../command-hook/tell-hosts-apart.js";

/** How Codex treats an answer to one of its events. */
export interface EventRules extends CommandEvent {
  readonly denial?: "permission" | "behavior" | "block" | "stop";
}

/** Codex's events, observed on 0.169.0. That PreCompact can be stopped is from the source code. */
export const EVENTS = {
  PreToolUse: { point: "beforeTool", denial: "permission" },
  PermissionRequest: { denial: "behavior" },
  PostToolUse: { point: "afterTool" },
  PreModelRequest: {},
  PostModelRequest: {},
  SessionStart: { denial: "stop" },
  UserPromptSubmit: { denial: "block" },
  SubagentStart: {},
  SubagentStop: {},
  Stop: {},
  PreCompact: { denial: "stop" },
  PostCompact: {},
  Interrupt: {},
  SessionEnd: {},
} as const satisfies Readonly<Record<string, EventRules>>;

/** The syntax of matchers. */
export const MATCHERS = "rust";

export type EventName = keyof typeof EVENTS;

export const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

/** Whether a first message is from Codex (observed). */
export function recognise(first: unknown): boolean {
  const fields = pascalCased(first);
  return fields !== undefined && !hasTimestamp(fields) && isCodex(fields);
}
