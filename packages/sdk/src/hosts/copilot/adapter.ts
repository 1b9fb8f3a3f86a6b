import { isDeepStrictEqual } from "node:util";
import {
  eventsOf,
  LIKE_DENY,
  NO_STOP,
  noModelCalls,
  noSuchEvent,
  partly,
  replacing,
  SAME_TOOL,
  TOOLS_OVER_MCP,
  yes,
} from "../../command-hook/cells.js";
import { changedText, resultUnsupported } from "../../command-hook/changes.js";
import { decoderOf, sourceFrom } from "../../command-hook/decode.js";
import { changesApproved, oneShotAdapter } from "../../command-hook/host-table.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import { withoutOutdated } from "../../command-hook/specific-output.js";
import type { CallSource, Calls, Point, ToolCall } from "../../hook/calls.js";
import type { AddContext, Modify } from "../../hook/decisions.js";
import type { CallSession, Session } from "../../runtime/session.js";
import { eventOf, isPascalCase } from "./event-of.js";
import { EVENTS, type EventName, type EventRules, FIELDS, TITLE } from "./events.js";
import { argumentsIn, isOneText } from "./tool-args.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, type CopilotEvent, type CopilotPayload, type Document, payloadSchema } from "./wire.js";

const { promptCall, toolCall } = decoderOf(FIELDS, kindOf, sourceOf);

/** Serves the one call for which Copilot CLI starts the process. */
export const serveCall = (session: CallSession) => serveCommand(session, adapterFor(session));

const UNCHANGEABLE =
  "Copilot CLI does not let a hook change the error of a failed tool: only postToolUse accepts another result";
/** Why a hook cannot change a call and also ask the user about it. */
const CANNOT_ASK_ABOUT_CHANGED =
  "Copilot CLI shows the user the model's original arguments: reject the call, or ask without changing its arguments";

interface Context {
  readonly decision: AddContext;
  readonly changed?: Document | undefined;
}
const encode = ({ decision, changed }: Context): Document => ({ ...changed, additionalContext: decision.text });

/** What Copilot CLI supports, observed on 1.0.102. The variant is the name of the event, which no payload contains. */
function adapterFor({ variant }: Pick<Session, "variant">) {
  return oneShotAdapter<{ event: EventName; payload: CopilotEvent; document: Document }>({
    host: "copilot",
    title: TITLE,
    events: EVENTS,
    identifyingFields: "sessionId, cwd, timestamp and the fields of one event, or its name in --host copilot/EVENT",
    fields: FIELDS,
    eventOf: (payload) => variant ?? eventOf(payload) ?? "",
    payloadSchema,
    problem: payloadProblem,
    answerSchema,
    tools: HOST_TOOLS,
    kindOf,
    decodeCall: callOf,
    sourceOf,
    commonFields: ["sessionId", "timestamp", "cwd"],
    table: {
      onPrompt: { addContext: { ...yes(), encode }, deny: yes() },
      ...noModelCalls(noSuchEvent(TITLE)),
      beforeTool: {
        "modify.arguments": {
          ...yes("replaces all arguments; for a tool with a single text, such as apply_patch, that text as `input`"),
          encode({ decision: { patch }, payload }) {
            const { arguments: args } = patch;
            return args && { modifiedArgs: isOneText(payload.toolArgs) ? (args.input as string) : args };
          },
          unless: whyTextIsLost,
        },
        ...SAME_TOOL,
        deny: yes(),
        abortTurn: LIKE_DENY,
        hardAbort: LIKE_DENY,
      },
      approveTool: {
        // Leaves the decision to Copilot CLI: "allow" would skip its deny rules and the user's approval.
        approve: partly("like no decision: Copilot CLI's own permissions follow"),
        ask: {
          ...partly(
            "about a call with unchanged arguments; any other is denied with `needs a person: REASON`; headless runs deny the call with the reason",
          ),
          encode: ({ decision }) => ({ permissionDecision: "ask", permissionDecisionReason: decision.reason }),
          unless: (call) =>
            isDeepStrictEqual(call.arguments, argumentsIn(call.raw.toolArgs as never))
              ? undefined
              : CANNOT_ASK_ABOUT_CHANGED,
        },
        deny: yes(),
      },
      afterTool: {
        "modify.result": {
          ...partly("only the text, and not the error of a failed tool (postToolUseFailure)"),
          encode: replacing((textResultForLlm, { payload }) => {
            const { resultType } = (payload as CopilotPayload<"postToolUse">).toolResult;
            return { modifiedResult: { resultType, textResultForLlm } };
          }),
          unless: whyResultStays,
        },
        deny: {
          ...partly("the model reads the reason instead of the result, but not of a failed tool (postToolUseFailure)"),
          unless: (call) => (hasFailed(call) ? UNCHANGEABLE : undefined),
        },
        abortTurn: NO_STOP,
        hardAbort: NO_STOP,
        addContext: { ...yes("also after a failed tool"), encode },
      },
      onEvent: { addContext: { ...yes("at sessionStart"), encode }, events: eventsOf(TITLE) },
      tools: TOOLS_OVER_MCP,
    },
    denial,
    whyDenied,
    whyNativeUnsupported,
    applyChanges,
    conflict,
    mergeDocuments,
  });
}

export const adapter = adapterFor({});

function sourceOf({ sessionId, cwd, timestamp }: CopilotEvent): CallSource {
  const time = new Date(timestamp);
  return sourceFrom({ sessionId, cwd, time: Number.isNaN(time.getTime()) ? undefined : time.toISOString() });
}

function payloadProblem(event: EventName, payload: CopilotEvent): string | undefined {
  if (isPascalCase(payload)) {
    return `the hook is configured under a PascalCase name, whose payloads and answers differ: use "${event}"`;
  }
  const found = eventOf(payload);
  if (found === undefined || found === event) return undefined;
  return `expected the event ${event} from --host, got the fields of ${found}`;
}

function callOf(event: EventName, payload: CopilotEvent): Calls[Point] {
  if (event === "userPromptSubmitted") return promptCall(payload);
  const call = { ...toolCall(payload), arguments: argumentsIn(payload.toolArgs as never) };
  if (event === "preToolUse") return call;
  if (event === "postToolUse") {
    const { resultType, textResultForLlm: forLlm } = (payload as CopilotPayload<"postToolUse">).toolResult;
    return { ...call, result: { forLlm, ...(resultType === "success" ? {} : { isError: true }) } };
  }
  return { ...call, result: { forLlm: (payload as CopilotPayload<"postToolUseFailure">).error, isError: true } };
}

function whyTextIsLost({ tool, raw }: ToolCall, { patch }: Modify<"beforeTool">): string | undefined {
  if (!isOneText(raw.toolArgs)) return undefined;
  const { arguments: args } = patch;
  const asItCame = args === undefined || (Object.keys(args).join() === "input" && typeof args.input === "string");
  return asItCame ? undefined : `${tool} accepts one text instead of arguments: change only \`input\``;
}

function whyResultStays(call: Calls["afterTool"], { patch }: Modify<"afterTool">): string | undefined {
  const text = changedText(patch);
  const isLost = text !== undefined && text !== call.result.forLlm && hasFailed(call);
  return resultUnsupported(TITLE, call, patch) ?? (isLost ? UNCHANGEABLE : undefined);
}

/** Whether the tool itself failed. Its error cannot be withheld. */
function hasFailed({ raw }: Calls["afterTool"]): boolean {
  return raw.toolResult === undefined;
}

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
function denial(event: EventName, reason: string): Document | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  if (form === "permission") return { permissionDecision: "deny", permissionDecisionReason: reason };
  if (form === "behavior") return { behavior: "deny", message: reason };
  return form === undefined ? undefined : { decision: "block", reason };
}

/** When an agent stops, a block means "continue". */
function whyDenied(document: Document, event: EventName): string | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  if (form === undefined) return undefined;
  if (document.permissionDecision === "deny") return document.permissionDecisionReason || "denied";
  if (document.behavior === "deny") return document.message || "denied";
  return document.decision === "block" ? document.reason || "denied" : undefined;
}

function conflict(documents: readonly Document[]): string | undefined {
  const asks = documents.some(({ permissionDecision }) => permissionDecision === "ask");
  const changes = documents.some(({ modifiedArgs }) => modifiedArgs !== undefined);
  return asks && changes ? CANNOT_ASK_ABOUT_CHANGED : undefined;
}

function applyChanges(payload: CopilotEvent, document: Document): CopilotEvent {
  const { modifiedArgs, modifiedResult, modifiedPrompt, modifiedTransformedPrompt, modifiedResponse } = document;
  const { toolResult } = payload;
  return {
    ...payload,
    ...(modifiedArgs === undefined ? {} : { toolArgs: modifiedArgs }),
    ...(modifiedResult === undefined ? {} : { toolResult: { ...(toolResult as object), ...modifiedResult } }),
    ...(modifiedPrompt === undefined ? {} : { prompt: modifiedPrompt }),
    ...(modifiedTransformedPrompt === undefined ? {} : { transformedPrompt: modifiedTransformedPrompt }),
    ...(modifiedResponse === undefined ? {} : { response: modifiedResponse }),
  };
}

/** A denial outranks everything, and asking outranks allowing. */
function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const contexts = documents.flatMap(({ additionalContext }) => additionalContext ?? []);
  const context = contexts.length === 0 ? {} : { additionalContext: contexts.join("\n") };
  const reason = documents.map((document) => whyDenied(document, event)).find((why) => why !== undefined);
  if (reason !== undefined) {
    const interrupt = documents.some((document) => document.interrupt) ? { interrupt: true } : {};
    return { ...denial(event, reason), ...interrupt, ...context };
  }
  const [first, ...others] = documents;
  if (others.length === 0) return first;
  const strongest = documents.find(
    ({ permissionDecision, decision }) => permissionDecision === "ask" || decision === "block",
  );
  const whole: Document = { ...Object.assign({}, ...documents), ...strongest, ...context };
  const allowing = ({ permissionDecision }: Document) => permissionDecision === "allow";
  if (!allowing(whole) || withoutOutdated(documents, allowing, "modifiedArgs").some(allowing)) return whole;
  const { permissionDecision: _outdated, permissionDecisionReason: _outdatedReason, ...rest } = whole;
  return rest;
}

function whyNativeUnsupported(event: EventName, document: Document, approved: boolean): string | undefined {
  if (event === "preToolUse" && document.modifiedArgs !== undefined && approved) return changesApproved("modifiedArgs");
  const canContinue = event === "agentStop" || event === "subagentStop";
  if (canContinue && document.decision === "block" && !document.reason) {
    return "expected a reason with the block: the agent continues with the reason as its prompt";
  }
  return undefined;
}
