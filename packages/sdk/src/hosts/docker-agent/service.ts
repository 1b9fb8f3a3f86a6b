import type { OneShotAdapter } from "../../command-hook/adapter.js";
import type { CommandEvent } from "../../command-hook/events.js";
import { serveCommand } from "../../command-hook/serve-command.js";
import { denyOrWithhold } from "../../command-hook/withheld.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Decisions } from "../../hook/decisions.js";
import type { Failure } from "../../runtime/failure.js";
import type { CallService, Session } from "../../runtime/session.js";
import { answerSchema } from "./answers.js";
import { capabilities } from "./capabilities.js";
import { calls, hookEvent, identify } from "./decode.js";
import { changedBy, conflict, type Document, denial, merged, reasonOf, withResult } from "./documents.js";
import { encodeDecision } from "./encode.js";
import { EVENTS, type EventName } from "./events.js";
import type { DockerAgentEvent } from "./native.js";
import { whyNativeUnsupported } from "./native-unsupported.js";
import { payloadSchema } from "./payloads.js";
import { recognise } from "./recognise.js";
import { type Asker, whyUnsupported } from "./unsupported.js";

/** These always have arguments. If none arrive, the host could not read them, but may still run the tool. */
const TAKES_ARGUMENTS: ReadonlySet<string> = new Set(["shell", "write", "edit"]);

/** Serves the one call for which docker-agent starts the process. */
export function serveCall(session: Session): CallService {
  return serveCommand(session, dialectOf(session));
}

function dialectOf({ version, variant }: Session): OneShotAdapter<EventName, DockerAgentEvent, Document> {
  const asker: Asker = { ...(version === undefined ? {} : { version }), ...(variant === undefined ? {} : { variant }) };
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
    whyUnsupported: (point, call, decision) => whyUnsupported(point, call, decision, asker),
    denialAt: denialAt,
    encode: encodeDecision,
    denial: noTo,
    answerSchema: () => answerSchema,
    reasonOf,
    whyNativeUnsupported: (event, document, approved, payload) =>
      whyNativeUnsupported(event, document, approved, payload, asker),
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
  return event === "tool_response_transform" ? withResult(failure.withheld) : denial(event, failure.words);
}

/** docker-agent reads no answer about a reply of the model. */
function denialAt(point: Point, failure: Failure): Decisions[Point] | undefined {
  return point === "afterLlm" ? undefined : denyOrWithhold(point, failure);
}
