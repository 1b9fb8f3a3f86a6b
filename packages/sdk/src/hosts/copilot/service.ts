import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { serveCommand } from "../../command-hook/serve-command.js";
import { denyOrWithhold } from "../../command-hook/withheld.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Decisions } from "../../hook/decisions.js";
import type { HookEvent } from "../../hook/events.js";
import type { Failure } from "../../runtime/failure.js";
import type { CallService, Session } from "../../runtime/session.js";
import { answerSchema } from "./answers.js";
import { capabilities } from "./capabilities.js";
import { calls, identify } from "./decode.js";
import { changedBy, conflict, type Document, denial, merged, reasonOf } from "./documents.js";
import { encodeDecision } from "./encode.js";
import { eventOf, isPascalCase } from "./event-of.js";
import { EVENTS, type EventName } from "./events.js";
import type { CopilotEvent } from "./native.js";
import { whyNativeUnsupported } from "./native-unsupported.js";
import { payloadSchema } from "./payloads.js";
import { recognise } from "./recognise.js";
import { whyUnsupported } from "./unsupported.js";

/** Serves the one call for which Copilot CLI starts the process. */
export function serveCall(session: Session): CallService {
  return serveCommand(session, dialectOf(session));
}

/** Creates the adapter. The variant is the name of the event, which no payload contains. */
function dialectOf({ variant }: Session): OneShotAdapter<EventName, CopilotEvent, Document> {
  const nameOf = (payload: CopilotEvent) => variant ?? eventOf(payload) ?? "";
  return {
    capabilities,
    events: EVENTS,
    marks: "sessionId, cwd, timestamp and the fields of one event, or its name by --host copilot/EVENT",
    recognise: (first) => recognise(first) && nameOf(first as CopilotEvent) !== "",
    eventOf: nameOf,
    payloadSchema,
    problem: payloadProblem,
    identify,
    call: (event, payload) => calls[event]?.(payload as never) as Calls[Point],
    hookEvent: (payload) => hookEvent(nameOf(payload), payload),
    whyUnsupported: whyUnsupported,
    denialAt: denialAt,
    encode: encodeDecision,
    denial: (event, failure) => denial(event, event === "postToolUse" ? failure.withheld : failure.words),
    answerSchema,
    reasonOf,
    whyNativeUnsupported: whyNativeUnsupported,
    changedBy,
    conflict,
    merged,
  };
}

function payloadProblem(event: EventName, payload: CopilotEvent): string | undefined {
  if (isPascalCase(payload)) {
    return `the hook is configured under a PascalCase name, whose payloads and answers differ: use "${event}"`;
  }
  const said = eventOf(payload);
  if (said === undefined || said === event) return undefined;
  return `expected the event ${event}, as --host says, got the fields of ${said}`;
}

function hookEvent(hostKind: string, payload: CopilotEvent): HookEvent {
  const { sessionId, timestamp: _at, cwd: _cwd, ...rest } = payload;
  return { kind: "other", hostKind, origin: { sessionKey: sessionId }, payload: rest, raw: payload };
}

/** The error of a tool that failed itself cannot be withheld. */
function denialAt(point: Point, failure: Failure, call: Calls[Point]): Decisions[Point] | undefined {
  return point === "afterTool" && call.raw.toolResult === undefined ? undefined : denyOrWithhold(point, failure);
}
