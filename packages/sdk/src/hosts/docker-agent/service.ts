import type { Dialect } from "../../command-hook/dialect.js";
import type { CommandEvent } from "../../command-hook/events.js";
import { serveCommand } from "../../command-hook/serve-command.js";
import { refusalAt } from "../../command-hook/withheld.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Decisions } from "../../hook/decisions.js";
import type { Failure } from "../../runtime/failure.js";
import type { CallService, Session } from "../../runtime/session.js";
import { answerSchema } from "./answers.js";
import { capabilities } from "./capabilities.js";
import { calls, hookEvent, identify } from "./decode.js";
import { changedBy, conflict, type Document, merged, reasonOf, refusal, withResult } from "./documents.js";
import { encodeDecision } from "./encode.js";
import { EVENTS, type EventName } from "./events.js";
import type { DockerAgentEvent } from "./native.js";
import { nativeObjection } from "./native-objections.js";
import { type Asker, objection } from "./objections.js";
import { payloadSchema } from "./payloads.js";
import { recognise } from "./recognise.js";

/** These are never called without arguments: where none are sent, the host could not read them, but may run them. */
const TAKES_ARGUMENTS: ReadonlySet<string> = new Set(["shell", "write", "edit"]);

/** Serves the one call that docker-agent starts a process for. */
export function serveCall(session: Session): CallService {
  return serveCommand(session, dialectOf(session));
}

function dialectOf({ version, lane }: Session): Dialect<EventName, DockerAgentEvent, Document> {
  const asker: Asker = { ...(version === undefined ? {} : { version }), ...(lane === undefined ? {} : { lane }) };
  return {
    capabilities,
    events: EVENTS,
    marks: "session_id, cwd and hook_event_name",
    recognise,
    eventOf: (payload) => payload.hook_event_name,
    payloadSchema,
    problem: argumentsProblem,
    identify,
    call: callOf,
    hookEvent,
    objection: (point, call, decision) => objection(point, call, decision, asker),
    refusalAt: refusedAt,
    encode: encodeDecision,
    refusal: noTo,
    answerSchema: () => answerSchema,
    reasonOf,
    nativeObjection: (event, document, approved, payload) => nativeObjection(event, document, approved, payload, asker),
    changedBy,
    conflict,
    merged,
  };
}

function callOf(event: EventName, payload: DockerAgentEvent): Calls[Point] {
  const { point }: CommandEvent = EVENTS[event];
  return calls[point as keyof typeof calls](payload as never);
}

function argumentsProblem(event: EventName, payload: DockerAgentEvent): string | undefined {
  if (event !== "pre_tool_use" || payload.tool_input !== undefined) return undefined;
  const { kind } = identify(String(payload.tool_name));
  return TAKES_ARGUMENTS.has(kind) ? "tool_input is missing: the host could not read the arguments" : undefined;
}

function noTo(event: EventName, failure: Failure): Document | undefined {
  return event === "tool_response_transform" ? withResult(failure.withheld) : refusal(event, failure.words);
}

/** Nothing is read of an answer to a reply of the model. */
function refusedAt(point: Point, failure: Failure): Decisions[Point] | undefined {
  return point === "afterLlm" ? undefined : refusalAt(point, failure);
}
