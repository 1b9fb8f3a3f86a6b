import * as z from "zod/mini";
import type { OneShotAdapter } from "../../../command-hook/adapter.js";
import { changedText, resultUnsupported } from "../../../command-hook/changes.js";
import { denialFor } from "../../../command-hook/denials.js";
import type { CommandEvent } from "../../../command-hook/events.js";
import { serveCommand } from "../../../command-hook/one-shot-call.js";
import type { SpecificDocument } from "../../../command-hook/specific-output.js";
import type { Calls, LlmReply } from "../../../hook/calls.js";
import type { Decisions, LlmReplyPatch, ToolResultPatch } from "../../../hook/decisions.js";
import type { CallService, CallSession } from "../../../runtime/session.js";
import { adapter } from "../adapter.js";
import type { EventName } from "../events.js";
import type { ClaudeCodeEvent } from "../wire.js";
import { capabilitiesOfMod } from "./capabilities.js";

/** What a mod sends for the text of a reply, in addition to the events of Claude Code. */
const REPLY = "ModelReply";
type ModEvent = EventName | typeof REPLY;

/** An answer that only a mod can carry out: the text of a reply or of a failed tool. */
interface ModDocument extends SpecificDocument {
  readonly modText?: string;
}
type Adapter = OneShotAdapter<ModEvent, ClaudeCodeEvent, ModDocument>;

const EVENTS: Readonly<Record<ModEvent, CommandEvent>> = { ...adapter.events, [REPLY]: { point: "afterLlm" } };
const replySchema = z.looseObject({ session_id: z.string(), cwd: z.string(), text: z.string() });
const modAnswer = z.looseObject({ modText: z.string() });

const modAdapter: Adapter = {
  ...adapter,
  capabilities: capabilitiesOfMod(adapter.capabilities),
  events: EVENTS,
  payloadSchema: (event) => (event === REPLY ? replySchema : adapter.payloadSchema(event)),
  problem: (event, payload) => (event === REPLY ? undefined : adapter.problem?.(event, payload)),
  decodeCall: (event, payload) => (event === REPLY ? replyOf(payload) : adapter.decodeCall(event, payload)),
  whyUnsupported,
  denialAt: (point, failure) => denialFor(point, failure),
  encode(event, decision, payload) {
    const text = textFor(event, decision as Decisions["afterTool" | "afterLlm"]);
    if (text !== undefined) return { modText: text };
    return event === REPLY ? undefined : adapter.encode(event, decision, payload);
  },
  denial(event, failure, payload) {
    if (event === REPLY || event === "PostToolUseFailure") return { modText: failure.withheldText };
    return adapter.denial(event, failure, payload);
  },
  answerSchema: (event) => (event === REPLY ? modAnswer : z.union([modAnswer, adapter.answerSchema(event)])),
  whyDenied: (document, event) => (event === REPLY ? undefined : adapter.whyDenied(document, event)),
  whyNativeUnsupported: (event, document, isDecidedElsewhere, payload) =>
    event === REPLY ? undefined : adapter.whyNativeUnsupported(event, document, isDecidedElsewhere, payload),
  conflict: (documents, event) => (event === REPLY ? undefined : adapter.conflict(documents, event)),
  mergeDocuments(event, documents) {
    const own = documents.find((document) => "modText" in document);
    if (own !== undefined || event === REPLY) return own;
    return adapter.mergeDocuments(event, documents);
  },
};

/** Serves what the mod of a session of Claude Code sends: replies and the output of failed tools. */
export function serveMod(session: CallSession): CallService {
  return serveCommand(session, modAdapter);
}

function replyOf(payload: ClaudeCodeEvent): LlmReply {
  const { text, model } = payload as { readonly text?: unknown; readonly model?: unknown };
  return {
    model: String(model ?? ""),
    content: String(text),
    toolCalls: [],
    // A mod sees each text of a reply on its own, without the calls next to it.
    partial: true,
    ...adapter.sourceOf(payload),
    raw: payload,
  };
}

/** Returns the text that replaces the text of a reply or of a failed tool, or `undefined`. */
function textFor(event: ModEvent, decision: Decisions["afterTool" | "afterLlm"]): string | undefined {
  if (event === REPLY && decision?.action === "modify") return (decision.patch as LlmReplyPatch).content;
  if (event !== REPLY && event !== "PostToolUseFailure") return undefined;
  if (decision?.action === "deny") return decision.reason;
  return decision?.action === "modify" ? changedText(decision.patch as ToolResultPatch) : undefined;
}

const HOST = "Claude Code";

function whyUnsupported(...[point, call, decision]: Parameters<typeof adapter.whyUnsupported>): string | undefined {
  if (point === "afterTool" && call.raw.hook_event_name === "PostToolUseFailure") {
    if (decision?.action === "deny" || decision?.action === "addContext") return undefined;
    return decision?.action === "modify"
      ? resultUnsupported(HOST, call as Calls["afterTool"], decision.patch as ToolResultPatch)
      : "Claude Code lets a mod change, withhold or explain the output of a failed tool, nothing else";
  }
  if (point === "afterLlm") {
    const { reasoning, toolCalls } = ("patch" in decision ? decision.patch : {}) as LlmReplyPatch;
    if (decision?.action !== "modify") return "a mod can only change the text of a reply: use modify";
    return reasoning === undefined && toolCalls === undefined ? undefined : "a mod can only change the text of a reply";
  }
  return adapter.whyUnsupported(point, call as never, decision as never);
}
