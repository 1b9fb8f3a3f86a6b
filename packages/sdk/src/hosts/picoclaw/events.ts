import type { Raw } from "../../codec/fields.js";
import type { CallSource } from "../../hook/calls.js";
import type { HookEvent } from "../../hook/events.js";
import {
  EVENT_KINDS,
  type EventParams,
  event,
  RUNTIME_EVENT_KINDS,
  type RuntimeEventParams,
  runtimeEvent,
} from "../../protocol/index.js";
import { origin, source, sourceOf } from "./origin.js";

/** Our names for some of PicoClaw's kinds: the portable name if other hosts have the kind too, else a shorter name. */
const RENAMED: Readonly<Record<string, string>> = {
  "turn.start": "prompt",
  "context.compress": "compact.end",
  "subturn.spawn": "subagent.start",
  "subturn.end": "subagent.end",
  "tool.exec_start": "tool.start",
  "tool.exec_end": "tool.end",
  "tool.exec_skipped": "tool.skipped",
};
/** The prefix of the kinds that are about the agent's turn. Their payloads are typed. */
const AGENT = "agent.";

/** Our name for each of PicoClaw's kinds, by its name in v0.2.9 and later. */
export const HOST_KINDS: ReadonlyMap<string, string> = new Map(RUNTIME_EVENT_KINDS.map((name) => [name, kindOf(name)]));

function kindOf(hostKind: string): string {
  if (!hostKind.startsWith(AGENT)) return hostKind;
  const kind = hostKind.slice(AGENT.length);
  return RENAMED[kind] ?? kind;
}

/** Whether PicoClaw sends any of these kinds. `undefined`: all kinds. */
export function sendsAny(events: readonly string[] | undefined): boolean {
  const kinds = [...HOST_KINDS.values()];
  return events === undefined || events.some((kind) => kinds.includes(kind));
}

/** Decodes an event in the old or the new form. Returns `undefined` for anything else. */
export function decodeEvent(method: string, params: unknown): HookEvent | undefined {
  if (method === event.method && event.params.safeParse(params).success) return oldEvent(params as EventParams);
  if (method === runtimeEvent.method && runtimeEvent.params.safeParse(params).success) {
    return newEvent(params as RuntimeEventParams);
  }
  return undefined;
}

/**
 * Decodes the form of v0.2.4 to v0.2.8: the kind is an integer (a name, according to the documentation), and keys are
 * capitalized.
 */
function oldEvent(params: EventParams): HookEvent {
  // Both lists have the same order, and an integer is the position in it.
  const index = typeof params.Kind === "number" ? params.Kind : EVENT_KINDS.indexOf(params.Kind as never);
  const kind = RUNTIME_EVENT_KINDS[index];
  const callSource = sourceOf({ meta: params.Meta, context: params.Context });
  return build(kind ?? String(params.Kind), params.Time, params.Payload, params, callSource);
}

/** Decodes the form of v0.2.9 and later. */
function newEvent(params: RuntimeEventParams): HookEvent {
  const scope = (params.scope ?? {}) as Readonly<Record<string, string | undefined>>;
  const callOrigin = origin({
    agentId: scope.agent_id,
    turnId: scope.turn_id,
    channel: scope.channel,
    chatId: scope.chat_id,
    senderId: scope.sender_id,
  });
  return build(params.kind, params.time, params.payload, params, source(scope.session_key, callOrigin));
}

function build(
  hostKind: string,
  time: string | null | undefined,
  payload: unknown,
  raw: Raw,
  from: CallSource,
): HookEvent {
  return {
    kind: HOST_KINDS.get(hostKind) ?? "other",
    hostKind,
    ...(time ? { time } : {}),
    ...from,
    payload: camelCased((payload ?? {}) as Raw),
    raw,
  } as HookEvent;
}

/** `ForLLMLen` -> `forLlmLen`, `ChatID` -> `chatId`, `content_len` -> `contentLen`, `Duration` (ns) -> `durationMs`. */
function camelCased(payload: Raw): Raw {
  return Object.fromEntries(
    Object.entries(payload).flatMap(([key, value]) => {
      // Go writes nil maps and slices as null.
      if (value === null) return [];
      if ((key === "Duration" || key === "Backoff") && typeof value === "number") {
        return [[`${key.toLowerCase()}Ms`, milliseconds(value)]];
      }
      // The prompt, at the start of a turn.
      if (key === "UserMessage") return [["prompt", value]];
      const words = key.split("_").flatMap((part) => part.match(/[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+/g) ?? []);
      const name = words.map((word, index) =>
        index === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1).toLowerCase(),
      );
      return [[name.join(""), value]];
    }),
  );
}

/** Converts PicoClaw's durations, which are in nanoseconds. */
export function milliseconds(nanoseconds: number): number {
  return nanoseconds / 1e6;
}
