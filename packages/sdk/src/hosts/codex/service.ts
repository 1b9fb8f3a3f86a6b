import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { serveCommand } from "../../command-hook/serve-command.js";
import { denyOrWithhold } from "../../command-hook/withheld.js";
import type { Failure } from "../../runtime/failure.js";
import type { CallService, Session } from "../../runtime/session.js";
import { answerSchema } from "./answers.js";
import { capabilities } from "./capabilities.js";
import { callOf, hookEvent, identify } from "./decode.js";
import { changedBy, conflict, type Document, denial, merged, reasonOf, withResult } from "./documents.js";
import { encodeDecision } from "./encode.js";
import { EVENTS, type EventName } from "./events.js";
import type { CodexEvent } from "./native.js";
import { whyNativeUnsupported } from "./native-unsupported.js";
import { payloadSchema } from "./payloads.js";
import { recognise } from "./recognise.js";
import { whyUnsupported } from "./unsupported.js";

const adapter: OneShotAdapter<EventName, CodexEvent, Document> = {
  capabilities,
  events: EVENTS,
  marks: "session_id, cwd, hook_event_name and turn_id",
  recognise,
  eventOf: (payload) => payload.hook_event_name,
  payloadSchema,
  identify,
  call: callOf,
  hookEvent,
  whyUnsupported: whyUnsupported,
  denialAt: denyOrWithhold,
  encode: encodeDecision,
  denial: noTo,
  answerSchema,
  reasonOf,
  whyNativeUnsupported: whyNativeUnsupported,
  changedBy,
  conflict,
  merged,
};

/** Serves the one call for which Codex starts the process. */
export function serveCall(session: Session): CallService {
  return serveCommand(session, adapter);
}

function noTo(event: EventName, failure: Failure): Document | undefined {
  return event === "PostToolUse" ? withResult(failure.withheld) : denial(event, failure.words);
}
