import { EVENT_KINDS, RUNTIME_EVENT_KINDS } from "@agent-hook/sdk/internal/picoclaw";
import { context, PROBE_TOOL } from "./sample-calls.js";

/** An event: the method and its params. */
export interface SampleEvent {
  readonly method: "hook.event" | "hook.runtime_event";
  readonly params: object;
}

const Meta = { AgentID: "main", TurnID: "main-turn-1", ParentTurnID: "", SessionKey: "sk_1", Iteration: 1 };
const payload = { Tool: PROBE_TOOL, Arguments: { text: "a" }, Message: "no", ToolKinds: null };
const TIME = "2026-11-21T20:49:56.213249196Z";

/** `hook.event` of every kind, as v0.2.6 to v0.2.8 send it: the kind is a number. */
export const numberedEvents: readonly SampleEvent[] = EVENT_KINDS.map((_, Kind) => legacy(Kind));
/** The same events with the name of the kind, as in PicoClaw's documentation. */
export const namedEvents: readonly SampleEvent[] = EVENT_KINDS.map(legacy);
/** `hook.runtime_event` of every known kind: v0.2.9 and later. */
export const runtimeEvents: readonly SampleEvent[] = RUNTIME_EVENT_KINDS.map(runtime);
/** Kinds that no version has yet. */
export const futureEvents: readonly SampleEvent[] = [legacy(99), legacy("x_new"), runtime("x.new.kind", 0)];

function legacy(Kind: number | string): SampleEvent {
  return { method: "hook.event", params: { Kind, Time: TIME, Meta, Context: context, Payload: payload } };
}

function runtime(kind: string, index: number): SampleEvent {
  const scope = { agent_id: "main", session_key: "sk_1", turn_id: "main-turn-1", channel: "cli", chat_id: "direct" };
  const params = {
    id: `evt-${index}`,
    kind,
    time: TIME,
    source: { component: "agent", name: "main" },
    scope: { ...scope, chat_type: "direct", sender_id: "cron" },
    correlation: { trace_id: "turn.start" },
    severity: "info",
    payload,
    attrs: { agent_source: "runTurn", iteration: 1 },
  };
  return { method: "hook.runtime_event", params };
}
