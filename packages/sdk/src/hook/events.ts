import type { CallSource } from "./calls.js";
import type { Context } from "./context.js";

/**
 * The payload of each kind of event, with every field that at least one host sends. Durations are in milliseconds.
 * Other fields have the host's names, in camelCase.
 */
export interface EventPayloads {
  /** `source` tells how the session starts: `startup`, `resume`, `clear`, `compact`, or the host's own word. */
  readonly "session.start": { readonly source?: string; readonly model?: string };
  readonly "session.end": { readonly reason?: string };
  /** A message arrives and starts a turn: a prompt of the user, or the task of a sub-agent. */
  readonly prompt: { readonly prompt?: string; readonly mediaCount?: number };
  /** The agent has replied. `stopHookActive`: it had stopped earlier, and continued only because a hook made it. */
  readonly "turn.end": {
    readonly reply?: string;
    readonly stopHookActive?: boolean;
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
    readonly model?: string;
    readonly contentLen?: number;
    readonly toolCalls?: number;
    readonly hasReasoning?: boolean;
    readonly status?: string;
    readonly error?: string;
  };
  readonly "llm.retry": {
    readonly attempt?: number;
    readonly maxRetries?: number;
    readonly reason?: string;
    readonly error?: string;
    readonly backoffMs?: number;
  };
  /** The host is about to shorten the conversation. `reason`: `auto`, `manual`, or the host's own word. */
  readonly "compact.start": { readonly reason?: string };
  readonly "compact.end": {
    readonly reason?: string;
    readonly summary?: string;
    readonly droppedMessages?: number;
    readonly remainingMessages?: number;
  };
  readonly "session.summarize": {
    readonly summarizedMessages?: number;
    readonly keptMessages?: number;
    readonly summaryLen?: number;
    readonly omittedOversized?: boolean;
  };
  /** The host asks the user, or would ask if the run had a user. */
  readonly "permission.request": ToolFields;
  /** A tool is about to run. Outside PicoClaw, a hook or the user can still deny it. */
  readonly "tool.start": ToolFields;
  readonly "tool.end": ToolFields & {
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
  /** `agentType` is the name of the sub-agent's definition: `general-purpose`. */
  readonly "subagent.start": {
    readonly agentId?: string;
    readonly agentType?: string;
    readonly label?: string;
    readonly parentTurnId?: string;
  };
  readonly "subagent.end": {
    readonly agentId?: string;
    readonly agentType?: string;
    readonly reply?: string;
    readonly stopHookActive?: boolean;
    readonly status?: string;
  };
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
  /** `type` is the host's word for the reason: `permission_prompt`. */
  readonly notification: { readonly message?: string; readonly title?: string; readonly type?: string };
  readonly error: { readonly stage?: string; readonly message?: string };
}

interface ToolFields {
  /** The host's name for the tool. */
  readonly tool?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
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

interface EventBase extends CallSource {
  /** The host's own name for the kind: `UserPromptSubmit`. */
  readonly hostKind: string;
  /** The host's original object. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** An event with a typed payload, discriminated by `event.kind`. */
export type KnownEvent = { readonly [K in EventKind]: EventOf<K> }[EventKind];

/** An event with an untyped payload. `other` is an event without a portable kind: see `hostKind`. */
export interface OpenEvent extends EventBase {
  readonly kind: AmbientEventKind | "other";
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Something that happened in the host. `onEvent` returns no decision other than `addContext`. The order of events
 * relative to calls is undefined.
 */
export type HookEvent = KnownEvent | OpenEvent;

/** A kind that a hook can name in `onEvent`: every kind except `other`. */
export type NamedEventKind = EventKind | AmbientEventKind;

/** The event of a kind: `EventOf<"tool.end">`. */
export type EventOf<K extends NamedEventKind> = EventBase & {
  readonly kind: K;
  readonly payload: K extends EventKind ? EventPayloads[K] : Readonly<Record<string, unknown>>;
};

/** Handlers by kind. The hook is called only at these events. */
export type EventHandlers<Env = {}> = {
  readonly [K in NamedEventKind]?: (event: EventOf<K>, context: Context<Env>) => unknown;
};
