import type { HookEvent } from "@agent-hook/sdk";

/**
 * What is kept of a payload. The rest stays out: what the user wrote, the arguments of tools, the words of errors can
 * all be private.
 */
const KEPT = [
  ...["tool", "model", "status", "stage"],
  ...["durationMs", "iterations", "isError", "attempt", "maxRetries", "backoffMs"],
  ...["messagesCount", "toolsCount", "toolCalls", "contentLen", "forLlmLen", "forUserLen", "finalContentLen"],
];

/** One event as it is written down: when, what, in which turn of which agent. */
export function entryOf(event: HookEvent): Record<string, unknown> {
  const { time = new Date().toISOString(), origin, payload } = event;
  const kept = Object.entries(payload).filter(([key, value]) => KEPT.includes(key) && typeof value !== "object");
  return {
    time,
    // `other` is a kind that the SDK does not know yet.
    kind: event.kind === "other" ? event.hostKind : event.kind,
    agent: origin.agentId,
    turn: origin.turnId,
    ...Object.fromEntries(kept),
  };
}
