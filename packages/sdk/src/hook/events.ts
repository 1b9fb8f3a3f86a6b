import type { CallOrigin } from "./calls.js";

/** The payload of each kind of event. Durations are in milliseconds. Other keys are the host's, in camelCase. */
export interface EventPayloads {
  readonly "turn.start": { readonly userMessage?: string; readonly mediaCount?: number };
  readonly "turn.end": {
    readonly status?: string;
    readonly iterations?: number;
    readonly durationMs?: number;
    readonly finalContentLen?: number;
  };
  readonly "llm.request": {
    readonly model?: string;
    readonly messagesCount?: number;
    readonly toolsCount?: number;
    readonly maxTokens?: number;
    readonly temperature?: number;
  };
  readonly "llm.delta": { readonly [key: string]: unknown };
  readonly "llm.response": {
    readonly contentLen?: number;
    readonly toolCalls?: number;
    readonly hasReasoning?: boolean;
  };
  readonly "llm.retry": {
    readonly attempt?: number;
    readonly maxRetries?: number;
    readonly reason?: string;
    readonly error?: string;
    readonly backoffMs?: number;
  };
  readonly "context.compress": {
    readonly reason?: string;
    readonly droppedMessages?: number;
    readonly remainingMessages?: number;
  };
  readonly "session.summarize": {
    readonly summarizedMessages?: number;
    readonly keptMessages?: number;
    readonly summaryLen?: number;
    readonly omittedOversized?: boolean;
  };
  readonly "tool.start": { readonly tool?: string; readonly arguments?: Readonly<Record<string, unknown>> };
  readonly "tool.end": {
    readonly tool?: string;
    readonly durationMs?: number;
    readonly forLlmLen?: number;
    readonly forUserLen?: number;
    readonly isError?: boolean;
    readonly async?: boolean;
  };
  readonly "tool.skipped": { readonly tool?: string; readonly reason?: string };
  readonly "steering.injected": { readonly count?: number; readonly totalContentLen?: number };
  readonly "follow_up.queued": { readonly sourceTool?: string; readonly contentLen?: number };
  readonly "interrupt.received": {
    readonly kind?: string;
    readonly role?: string;
    readonly contentLen?: number;
    readonly queueDepth?: number;
    readonly hintLen?: number;
  };
  readonly "subturn.spawn": { readonly agentId?: string; readonly label?: string; readonly parentTurnId?: string };
  readonly "subturn.end": { readonly agentId?: string; readonly status?: string };
  readonly "subturn.result_delivered": {
    readonly targetChannel?: string;
    readonly targetChatId?: string;
    readonly contentLen?: number;
  };
  readonly "subturn.orphan": {
    readonly parentTurnId?: string;
    readonly childTurnId?: string;
    readonly reason?: string;
  };
  readonly error: { readonly stage?: string; readonly message?: string };
}

/** Events outside the agent's turn. Their payload is untyped. */
export type AmbientEventKind =
  | `channel.${"lifecycle.started" | "lifecycle.initialized" | "lifecycle.start_failed" | "lifecycle.stopped"}`
  | `channel.${"webhook.registered" | "webhook.unregistered" | "rate_limited"}`
  | `channel.message.${"outbound_queued" | "outbound_sent" | "outbound_failed"}`
  | `gateway.${"start" | "ready" | "shutdown" | "reload.started" | "reload.completed" | "reload.failed"}`
  | `mcp.${"server.connecting" | "server.connected" | "server.failed"}`
  | `mcp.${"tool.discovered" | "tool.call.start" | "tool.call.end"}`;

/** A kind of event with a known payload. */
export type EventKind = keyof EventPayloads;

interface EventBase {
  readonly time?: string;
  readonly origin: CallOrigin;
  /** The host's original object. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** An event with a typed payload, discriminated by `event.kind`. */
export type KnownEvent = {
  readonly [K in EventKind]: EventBase & { readonly kind: K; readonly payload: EventPayloads[K] };
}[EventKind];

/** An event with an untyped payload. `other` is a kind that this SDK does not know: see `hostKind`. */
export interface OpenEvent extends EventBase {
  readonly kind: AmbientEventKind | "other";
  /** The host's name for the kind. */
  readonly hostKind: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Something that happened in the host. `onEvent` returns no decision. The order relative to calls is undefined. */
export type HookEvent = KnownEvent | OpenEvent;
