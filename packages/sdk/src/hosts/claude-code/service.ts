import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { serveCommand } from "../../command-hook/serve-command.js";
import { denyOrWithhold } from "../../command-hook/withheld.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Decisions } from "../../hook/decisions.js";
import type { Failure } from "../../runtime/failure.js";
import type { CallService, Session } from "../../runtime/session.js";
import { answerSchema } from "./answers.js";
import { capabilities } from "./capabilities.js";
import { callOf, hookEvent, identify } from "./decode.js";
import { changedBy, conflict, type Document, denial, merged, reasonOf, withholding } from "./documents.js";
import { encodeDecision } from "./encode.js";
import { EVENTS, type EventName } from "./events.js";
import type { ClaudeCodeEvent } from "./native.js";
import { whyNativeUnsupported } from "./native-unsupported.js";
import { payloadSchema } from "./payloads.js";
import { recognise } from "./recognise.js";
import { whyUnsupported } from "./unsupported.js";

const adapter: OneShotAdapter<EventName, ClaudeCodeEvent, Document> = {
  capabilities,
  events: EVENTS,
  marks: "session_id, transcript_path, cwd and hook_event_name",
  recognise,
  eventOf: (payload) => payload.hook_event_name,
  payloadSchema,
  problem: resultProblem,
  identify,
  call: callOf,
  hookEvent,
  whyUnsupported: whyUnsupported,
  denialAt: denialAt,
  encode: encodeDecision,
  denial: noTo,
  answerSchema,
  reasonOf,
  whyNativeUnsupported: whyNativeUnsupported,
  changedBy,
  conflict,
  merged,
};

/** Serves the one call for which Claude Code starts the process. */
export function serveCall(session: Session): CallService {
  return serveCommand(session, adapter);
}

/** Copilot CLI runs the hooks of a trusted project's `.claude/settings.json`, under Claude Code's names (observed). */
function resultProblem(_event: EventName, payload: ClaudeCodeEvent): string | undefined {
  if (payload.tool_result === undefined || payload.tool_response !== undefined) return undefined;
  return "tool_result is Copilot CLI's, which takes another answer: configure the hook by agent-hook config copilot, too";
}

function noTo(event: EventName, failure: Failure, payload: ClaudeCodeEvent): Document | undefined {
  return event === "PostToolUse" ? withholding(payload, failure.withheld) : denial(event, failure.words);
}

/** Claude Code reads no answer about a tool that failed. */
function denialAt(point: Point, failure: Failure, call: Calls[Point]): Decisions[Point] | undefined {
  return call.raw.hook_event_name === "PostToolUseFailure" ? undefined : denyOrWithhold(point, failure);
}
