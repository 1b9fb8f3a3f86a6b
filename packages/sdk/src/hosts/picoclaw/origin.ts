import type { BeforeLlmParams } from "@agent-hook/protocol";
import type { CallOrigin } from "../../hook/calls.js";

/** Every version has `meta`. `channel` and `chat_id` are next to it on v0.2.6, in `context.inbound` since v0.2.7. */
export function originOf(params: Pick<BeforeLlmParams, "meta" | "context" | "channel" | "chat_id">): CallOrigin {
  const { meta, context } = params;
  const inbound = context?.inbound;
  return origin({
    agentId: meta?.AgentID,
    turnId: meta?.TurnID,
    parentTurnId: meta?.ParentTurnID,
    sessionKey: meta?.SessionKey,
    iteration: meta?.Iteration,
    channel: inbound?.channel ?? params.channel,
    chatId: inbound?.chat_id ?? params.chat_id,
    senderId: inbound?.sender_id,
  });
}

/** Leaves out what the host left empty. A loop, because `Object.fromEntries` took a tenth of a small call. */
export function origin(fields: { readonly [K in keyof CallOrigin]: CallOrigin[K] | null | undefined }): CallOrigin {
  const given: Record<string, unknown> = {};
  for (const key in fields) {
    const value = fields[key as keyof CallOrigin];
    if (value !== undefined && value !== null && value !== "") given[key] = value;
  }
  return given;
}
