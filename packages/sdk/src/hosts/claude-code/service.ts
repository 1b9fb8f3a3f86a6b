import type { Dialect } from "../../command-hook/dialect.js";
import { serveCommand } from "../../command-hook/serve-command.js";
import type { Calls, Point } from "../../hook/calls.js";
import { type Decisions, modify } from "../../hook/decisions.js";
import type { Failure } from "../../runtime/failure.js";
import { refusalOf } from "../../runtime/refusal.js";
import type { CallService, Session } from "../../runtime/session.js";
import { answerSchema } from "./answers.js";
import { capabilities } from "./capabilities.js";
import { callOf, hookEvent, identify } from "./decode.js";
import { changedBy, conflict, type Document, merged, reasonOf, refusal, withholding } from "./documents.js";
import { encodeDecision } from "./encode.js";
import { EVENTS, type EventName } from "./events.js";
import type { ClaudeCodeEvent } from "./native.js";
import { nativeObjection } from "./native-objections.js";
import { objection } from "./objections.js";
import { payloadSchema } from "./payloads.js";
import { recognise } from "./recognise.js";

const dialect: Dialect<EventName, ClaudeCodeEvent, Document> = {
  capabilities,
  events: EVENTS,
  marks: "session_id, transcript_path, cwd and hook_event_name",
  recognise,
  eventOf: (payload) => payload.hook_event_name,
  payloadSchema,
  identify,
  call: callOf,
  hookEvent,
  objection,
  refusalAt,
  encode: encodeDecision,
  refusal: noTo,
  answerSchema,
  reasonOf,
  nativeObjection,
  changedBy,
  conflict,
  merged,
};

/** Serves the one call that Claude Code starts a process for. */
export function serveCall(session: Session): CallService {
  return serveCommand(session, dialect);
}

function noTo(event: EventName, failure: Failure, payload: ClaudeCodeEvent): Document | undefined {
  return event === "PostToolUse" ? withholding(payload, failure.withheld) : refusal(event, failure.words);
}

/** Nothing is read of an answer about a tool that failed. */
function refusalAt(point: Point, failure: Failure, call: Calls[Point]): Decisions[Point] | undefined {
  if (point !== "afterTool") return refusalOf(point, failure.words);
  // No media either: a changed text alone would leave the images beside it.
  const withheld: Decisions["afterTool"] = modify({ result: { forLlm: failure.withheld, media: [] } });
  return call.raw.hook_event_name === "PostToolUse" ? withheld : undefined;
}
