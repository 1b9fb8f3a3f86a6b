import type { HookEvent } from "@agent-hook/sdk";

/**
 * The fields of a payload that are kept. Everything else could be private: the user's messages, the arguments of tools
 * and error messages.
 */
const KEPT = [
  ...["source", "model", "status", "stage", "tool", "agentId", "agentType"],
  ...["durationMs", "iterations", "isError", "droppedMessages", "remainingMessages"],
  ...["forLlmLen", "forUserLen", "finalContentLen"],
];

/** Returns the entry for an event: its time, kind, session, agent, turn and kept fields. */
export function entryOf(event: HookEvent): Record<string, unknown> {
  const { time = new Date().toISOString(), sessionId, origin, payload } = event;
  const kept = Object.entries(payload).filter(([key, value]) => KEPT.includes(key) && typeof value !== "object");
  return {
    time,
    kind: event.kind,
    session: sessionId,
    agent: origin.agentId,
    turn: origin.turnId,
    ...Object.fromEntries(kept),
  };
}
