import type { OneShotAdapter } from "../../command-hook/adapter.js";
import type { CommandEvent } from "../../command-hook/events.js";
import { serveCommand } from "../../command-hook/serve-command.js";
import { denyOrWithhold } from "../../command-hook/withheld.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { CallService, Session } from "../../runtime/session.js";
import { answerSchema } from "./answers.js";
import { capabilities } from "./capabilities.js";
import { calls, hookEvent, identify } from "./decode.js";
import { changedBy, conflict, type Document, denial, merged, reasonOf } from "./documents.js";
import { encodeDecision } from "./encode.js";
import { EVENTS, type EventName } from "./events.js";
import type { GeminiEvent } from "./native.js";
import { whyNativeUnsupported } from "./native-unsupported.js";
import { payloadSchema } from "./payloads.js";
import { recognise } from "./recognise.js";
import { whyUnsupported } from "./unsupported.js";

const adapter: OneShotAdapter<EventName, GeminiEvent, Document> = {
  capabilities,
  events: EVENTS,
  marks: "session_id, transcript_path, cwd, hook_event_name and timestamp",
  recognise,
  eventOf: (payload) => payload.hook_event_name,
  payloadSchema,
  identify,
  call: callOf,
  hookEvent,
  whyUnsupported: whyUnsupported,
  denialAt: denyOrWithhold,
  encode: encodeDecision,
  denial: (event, failure) => denial(event, event === "AfterTool" ? failure.withheld : failure.words),
  answerSchema,
  reasonOf,
  whyNativeUnsupported: whyNativeUnsupported,
  changedBy,
  conflict,
  merged,
};

/** Serves the one call for which Gemini CLI starts the process. */
export function serveCall(session: Session): CallService {
  return serveCommand(session, adapter);
}

function callOf(event: EventName, payload: GeminiEvent): Calls[Point] {
  const { point }: CommandEvent = EVENTS[event];
  return calls[point as keyof typeof calls](payload as never);
}
