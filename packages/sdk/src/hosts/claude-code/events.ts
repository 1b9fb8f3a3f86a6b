import type { CommandEvent } from "../../command-hook/events.js";

/** What Claude Code does with an answer to one of its events. */
export interface EventRules extends CommandEvent {
  readonly refusal?: "permission" | "behavior" | "block" | "action";
}

/**
 * Claude Code's events, as v2.1.330 names them. Most fired here, and their refusals were run; Elicitation, PreModelSwitch
 * and ConfigChange are by its own words.
 */
export const EVENTS = {
  PreToolUse: { point: "beforeTool", refusal: "permission" },
  PermissionRequest: { refusal: "behavior" },
  PermissionDenied: {},
  PostToolUse: { point: "afterTool" },
  PostToolUseFailure: { point: "afterTool" },
  PostToolBatch: { refusal: "block" },
  UserPromptSubmit: { refusal: "block" },
  UserPromptExpansion: { refusal: "block" },
  MessageDisplay: {},
  Stop: {},
  StopFailure: {},
  SubagentStart: {},
  SubagentStop: {},
  TeammateIdle: {},
  TaskCreated: { refusal: "block" },
  TaskCompleted: { refusal: "block" },
  SessionStart: {},
  Setup: {},
  SessionEnd: {},
  PreCompact: { refusal: "block" },
  PostCompact: {},
  PreModelSwitch: { refusal: "permission" },
  PostModelSwitch: {},
  Elicitation: { refusal: "action" },
  ElicitationResult: { refusal: "action" },
  Notification: {},
  ConfigChange: { refusal: "block" },
  InstructionsLoaded: {},
  CwdChanged: {},
  DirectoryAdded: {},
  FileChanged: {},
  WorktreeCreate: {},
  WorktreeRemove: {},
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

export const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);
