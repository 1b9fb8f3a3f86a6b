import type { HookEvent } from "@agent-hook/sdk";

/**
 * The fields of a payload that are kept. Everything else could be private: the user's messages, the arguments of tools
 * and error messages.
 */
const KEPT = [
  ...["tool", "model", "status", "stage"],
  ...["durationMs", "iterations", "isError", "attempt", "maxRetries", "backoffMs"],
  ...["messagesCount", "toolsCount", "toolCalls", "contentLen", "forLlmLen", "forUserLen", "finalContentLen"],
];

/** Returns the entry for an event: its time, kind, agent, turn and kept fields. */
export function entryOf(event: HookEvent): Record<string, unknown> {
  const { time = new Date().toISOString(), origin, payload } = event;
  const kept = Object.entries(payload).filter(([key, value]) => KEPT.includes(key) && typeof value !== "object");
  return {
    time,
    // `other` is a kind that the SDK does not know.
    kind: event.kind === "other" ? event.hostKind : event.kind,
    agent: origin.agentId,
    turn: origin.turnId,
    ...Object.fromEntries(kept),
  };
}
