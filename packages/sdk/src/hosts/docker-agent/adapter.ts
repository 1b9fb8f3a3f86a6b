import { isDeepStrictEqual } from "node:util";
import {
  eventsOf,
  LIKE_DENY,
  NO_STOP,
  no,
  ownApproval,
  partly,
  type Row,
  SAME_TOOL,
  TOOLS_OVER_MCP,
  yes,
} from "../../command-hook/cells.js";
import { changedText, resultUnsupported } from "../../command-hook/changes.js";
import { decoderOf } from "../../command-hook/decode.js";
import { denialFor } from "../../command-hook/denials.js";
import { oneShotAdapter } from "../../command-hook/host-table.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import type { Calls, Point, ToolCall } from "../../hook/calls.js";
import type { AddContext } from "../../hook/decisions.js";
import type { CallSession, Session } from "../../runtime/session.js";
import { applyChanges, conflict, denial, mergeDocuments, whyDenied, withResult } from "./answers.js";
import { EVENTS, type EventName, FIELDS, TITLE } from "./events.js";
import { ASKS_UNCHANGED, whyArgumentsAreLost, whyResultStays } from "./limits.js";
import { llmCall, llmReply, message, whyMessagesStay } from "./model-calls.js";
import type {
  DockerAgentAnswer,
  DockerAgentEvent,
  DockerAgentPrompt,
  DockerAgentSteering,
  DockerAgentToolOutcome,
} from "./native.js";
import { whyNativeUnsupported } from "./native-answers.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, payloadSchema } from "./wire.js";

const { sourceOf, promptCall, toolCall } = decoderOf(FIELDS, kindOf);

/** Serves the one call for which docker-agent starts the process. */
export const serveCall = (session: CallSession) => serveCommand(session, adapterFor(session));

const LARGE =
  "only the text; for a result above 50 KiB or 2000 lines the host keeps its own excerpt, and a change is a failure";
const ENDS_RUN = "the run ends with the reason as its error";
const NO_ANSWER = no("docker-agent ignores answers to after_llm_call");
const UNANSWERED = "headless runs cannot ask anyone and deny the call without the reason";
const DENY = byVersion(
  "v1.89.0",
  partly("not enforced under --yolo, under an allow rule or in a background agent: the hook is not called"),
  yes(
    "with preempt_yolo: true, as agent-hook config prints it; otherwise not under --yolo, allow rules or safety modes",
  ),
);

/** The rows of a decision before a version, and from it on. */
function byVersion(version: string, before: Row, since: Row) {
  return {
    rows: [
      { ...before, before: version },
      { ...since, since: version },
    ],
  };
}

const encodeContext = ({ event, decision }: { readonly event: EventName; readonly decision: AddContext }) =>
  specific(event, { additional_context: decision.text });

function specific(event: EventName, output: object): DockerAgentAnswer {
  return { hook_specific_output: { hook_event_name: event, ...output } };
}

/** What docker-agent supports, observed on v1.58.0 and v1.123.0. The tests simulate its rules. */
function adapterFor(asker: Pick<Session, "version" | "variant">) {
  return oneShotAdapter<{ event: EventName; payload: DockerAgentEvent; document: DockerAgentAnswer }>({
    host: "docker-agent",
    title: TITLE,
    events: EVENTS,
    identifyingFields: "session_id, cwd and hook_event_name",
    fields: FIELDS,
    payloadSchema,
    problem: argumentsProblem,
    answerSchema: () => answerSchema,
    tools: HOST_TOOLS,
    kindOf,
    decodeCall: callOf,
    sourceOf,
    commonFields: ["session_id", "cwd", "agent_name"],
    table: {
      onPrompt: {
        addContext: {
          ...yes("for this turn; prompts that arrive during a turn reach hooks from v1.74.0 on"),
          encode: encodeContext,
        },
        deny: byVersion(
          "v1.123.0",
          partly("v1.58.0 prints the reason and then never ends, except with --json"),
          yes(ENDS_RUN),
        ),
      },
      beforeLlm: {
        "modify.messages": {
          ...yes("only for this request"),
          encode: ({ event, decision: { patch } }) =>
            patch.messages && specific(event, { updated_messages: patch.messages.map((one) => message.encode(one)) }),
          unless: whyMessagesStay,
        },
        "modify.model": no(),
        "modify.tools": no(),
        "modify.options": no(),
        deny: yes("as abortTurn"),
        abortTurn: yes(ENDS_RUN),
        hardAbort: partly("as abortTurn"),
      },
      afterLlm: { modify: NO_ANSWER, deny: NO_ANSWER, abortTurn: NO_ANSWER, hardAbort: NO_ANSWER },
      beforeTool: {
        "modify.arguments": {
          ...byVersion(
            "v1.89.0",
            yes(),
            partly(
              "replaces all arguments; a failure in the preempt_yolo variant under a safety mode other than strict",
            ),
          ),
          encode: ({ event, decision: { patch } }) =>
            patch.arguments && specific(event, { updated_input: patch.arguments }),
          unless: ({ raw, arguments: before }, { patch }) =>
            patch.arguments && whyArgumentsAreLost(raw.safety_policy, before, patch.arguments, asker),
        },
        ...SAME_TOOL,
        deny: DENY,
        abortTurn: LIKE_DENY,
        hardAbort: LIKE_DENY,
      },
      approveTool: {
        // Leaves the decision to docker-agent: "allow" would skip the user's approval.
        approve: ownApproval(TITLE),
        ask: {
          ...byVersion(
            "v1.89.0",
            yes(UNANSWERED),
            partly(
              `a rewritten call is denied with \`needs a person: REASON\` in the preempt_yolo variant; ${UNANSWERED}`,
            ),
          ),
          encode: ({ event, decision }) =>
            specific(event, {
              permission_decision: "ask",
              permission_decision_reason: decision.reason,
              ...("patch" in decision && decision.patch?.arguments ? { updated_input: decision.patch.arguments } : {}),
            }),
          unless: (call) =>
            asker.variant !== "preempt" || isDeepStrictEqual(call.arguments, call.raw.tool_input ?? {})
              ? undefined
              : ASKS_UNCHANGED,
        },
        deny: DENY,
      },
      afterTool: {
        "modify.result": {
          ...byVersion("v1.59.0", yes("only the text"), partly(LARGE)),
          encode({ decision: { patch } }) {
            const text = changedText(patch);
            return text === undefined ? undefined : withResult(text);
          },
          unless: (call, { patch }) =>
            resultUnsupported(TITLE, call, patch) ??
            (changedText(patch) === undefined ? undefined : whyStays(call, asker)),
        },
        deny: {
          ...byVersion("v1.59.0", yes("the model reads the reason instead of the result"), partly(LARGE)),
          unless: (call) => whyStays(call, asker),
        },
        abortTurn: NO_STOP,
        hardAbort: NO_STOP,
        addContext: no("append the text to the result with modify"),
      },
      onEvent: {
        addContext: { ...yes("at session_start and turn_start"), encode: encodeContext },
        events: eventsOf(TITLE),
      },
      tools: TOOLS_OVER_MCP,
    },
    // Also withholds a large result: docker-agent may be of a version that takes it.
    denialAt: (point, failure) => (point === "afterLlm" ? undefined : denialFor(point, failure)),
    denial,
    whyDenied,
    whyNativeUnsupported: (event, document, approved, payload) =>
      whyNativeUnsupported(event, document, approved, payload, asker),
    applyChanges,
    conflict,
    mergeDocuments,
  });
}

export const adapter = adapterFor({});

function whyStays({ raw, result }: Calls["afterTool"], asker: Pick<Session, "version">): string | undefined {
  return whyResultStays(raw.tool_category, result.forLlm, asker);
}

/**
 * Tools of these kinds always have arguments. If none arrive, the host could not read them, but may still run the tool.
 */
const TAKES_ARGUMENTS: ReadonlySet<string> = new Set(["shell", "write", "edit"]);

function argumentsProblem(event: EventName, payload: DockerAgentEvent): string | undefined {
  if (event !== "pre_tool_use" || payload.tool_input !== undefined) return undefined;
  const kind = kindOf(String(payload.tool_name));
  return TAKES_ARGUMENTS.has(kind) ? "tool_input is missing: the host could not read the arguments" : undefined;
}

/** Decodes the call of each event with a point. */
const calls: { readonly [P in Exclude<Point, "approveTool">]: (payload: never) => Calls[P] } = {
  onPrompt(payload: DockerAgentPrompt & DockerAgentSteering) {
    const { prompt, steering_messages: steering = [] } = payload;
    return { ...promptCall(payload), prompt: prompt ?? steering.join("\n\n") };
  },
  beforeLlm: llmCall,
  afterLlm: llmReply,
  beforeTool: ofCategory,
  afterTool: toolOutcome,
};

function callOf(event: EventName, payload: DockerAgentEvent): Calls[Point] {
  const { point } = EVENTS[event] as { readonly point: keyof typeof calls };
  return calls[point](payload as never);
}

function ofCategory(payload: DockerAgentEvent): ToolCall {
  const call = toolCall(payload);
  return payload.tool_category === "mcp" ? { ...call, kind: "mcp" } : call;
}

function toolOutcome(payload: DockerAgentToolOutcome): Calls["afterTool"] {
  const failed = payload.tool_error === true;
  return {
    ...ofCategory(payload),
    result: { forLlm: payload.tool_response ?? "", ...(failed ? { isError: true } : {}) },
    // A shell's output arrives in pieces, then as a whole. No field distinguishes the two (observed on v1.123.0).
    ...(payload.tool_name === "shell" && !failed ? { partial: true } : {}),
  };
}
