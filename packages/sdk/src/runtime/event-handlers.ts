import type { Hook } from "../hook/define-hook.js";
import type { AmbientEventKind, EventKind, HookEvent, NamedEventKind } from "../hook/events.js";

const KINDS: Readonly<Record<EventKind, true>> = {
  "session.start": true,
  "session.end": true,
  prompt: true,
  "turn.end": true,
  "llm.request": true,
  "llm.delta": true,
  "llm.response": true,
  "llm.retry": true,
  "compact.start": true,
  "compact.end": true,
  "session.summarize": true,
  "permission.request": true,
  "tool.start": true,
  "tool.end": true,
  "tool.skipped": true,
  "steering.injected": true,
  "follow_up.queued": true,
  "interrupt.received": true,
  "subagent.start": true,
  "subagent.end": true,
  "subturn.result_delivered": true,
  "subturn.orphan": true,
  notification: true,
  error: true,
};

const AMBIENT_KINDS: Readonly<Record<AmbientEventKind, true>> = {
  "channel.lifecycle.started": true,
  "channel.lifecycle.initialized": true,
  "channel.lifecycle.start_failed": true,
  "channel.lifecycle.stopped": true,
  "channel.webhook.registered": true,
  "channel.webhook.unregistered": true,
  "channel.message.outbound_queued": true,
  "channel.message.outbound_sent": true,
  "channel.message.outbound_failed": true,
  "channel.rate_limited": true,
  "gateway.start": true,
  "gateway.ready": true,
  "gateway.shutdown": true,
  "gateway.reload.started": true,
  "gateway.reload.completed": true,
  "gateway.reload.failed": true,
  "mcp.server.connecting": true,
  "mcp.server.connected": true,
  "mcp.server.failed": true,
  "mcp.tool.discovered": true,
  "mcp.tool.call.start": true,
  "mcp.tool.call.end": true,
};

/** The kinds that a hook can name, as objects so that the compiler reports a missing one. */
export const NAMED_KINDS = Object.keys({ ...KINDS, ...AMBIENT_KINDS }) as readonly NamedEventKind[];

type EventHandler = (event: HookEvent, context: never) => unknown;

/** Returns the handlers that a hook has by kind, or `undefined` if it has one function or none. */
function handlersByKind({ onEvent }: Hook): Readonly<Record<string, EventHandler | undefined>> | undefined {
  return typeof onEvent === "object" ? (onEvent as Readonly<Record<string, EventHandler | undefined>>) : undefined;
}

/** Returns the kinds that a member names. */
export function namedKinds(hook: Hook): string[] {
  return Object.entries(handlersByKind(hook) ?? {}).flatMap(([kind, handler]) => (handler === undefined ? [] : [kind]));
}

/** Returns a member's handler of a kind, or `undefined`. `named`: only a handler of exactly that kind. */
export function eventHandlerOf(hook: Hook, kind: string, named: boolean): EventHandler | undefined {
  if (typeof hook.onEvent === "function") return named ? undefined : (hook.onEvent as EventHandler);
  const table = handlersByKind(hook);
  return table !== undefined && Object.hasOwn(table, kind) ? table[kind] : undefined;
}
