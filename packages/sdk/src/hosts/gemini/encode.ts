import { specific } from "../../command-hook/specific-output.js";
import { changedArguments, changedText } from "../../command-hook/unsupported.js";
import type { Point } from "../../hook/calls.js";
import type {
  Decisions,
  LlmReplyPatch,
  LlmRequestPatch,
  ToolCallPatch,
  ToolResultPatch,
} from "../../hook/decisions.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import { calls } from "./decode.js";
import { type Document, denial, denied, stopped } from "./documents.js";
import type { EventName } from "./events.js";
import { message } from "./messages.js";
import type { GeminiEvent, GeminiModelEvent, GeminiReplyEvent, GeminiToolEvent } from "./native.js";
import { CONFIG } from "./unsupported.js";

/** Encodes a decision. Returns `undefined` if the host decides. */
export function encodeDecision(
  event: EventName,
  decision: Decisions[Point] | ToolCallOutcome,
  payload: GeminiEvent,
): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return modified[event]?.(decision.patch as never, payload as never);
    case "deny":
    case "reject":
      return denial(event, decision.reason);
    case "abortTurn":
    case "hardAbort":
      // A result changed by others is included.
      return {
        ...("patch" in decision ? modified[event]?.(decision.patch as never, payload as never) : {}),
        ...stopped(decision.reason),
      };
    default:
      return undefined;
  }
}

const modified: { readonly [Event in EventName]?: (patch: never, payload: never) => Document | undefined } = {
  BeforeTool(patch: ToolCallPatch, payload: GeminiToolEvent) {
    const args = changedArguments(patch, payload.tool_input);
    return args === undefined ? undefined : specific("BeforeTool", { tool_input: args });
  },
  AfterTool: (patch: ToolResultPatch, payload) => {
    const text = changedText(patch);
    // An unchanged result must not become an error. Gemini CLI makes up a reason if it is empty.
    return text === undefined || text === calls.afterTool(payload).result.forLlm ? undefined : denied(text || " ");
  },
  BeforeModel: request,
  AfterModel: reply,
};

function request(patch: LlmRequestPatch, { llm_request: its }: GeminiModelEvent): Document | undefined {
  const changed = {
    ...(patch.model === undefined ? {} : { model: patch.model }),
    ...(patch.options === undefined ? {} : { config: configOf({ ...its.config, ...patch.options }) }),
    ...messagesOf(patch, its),
  };
  return Object.keys(changed).length === 0 ? undefined : specific("BeforeModel", { llm_request: changed });
}

/** Gemini CLI replaces these options together: one that is left out is lost. */
function configOf(config: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(CONFIG.flatMap((name) => (config[name] === undefined ? [] : [[name, config[name]]])));
}

/** Gemini CLI overlays these on the request, and each text becomes one part. So none are sent if none changed. */
function messagesOf({ messages }: LlmRequestPatch, { messages: its }: GeminiModelEvent["llm_request"]) {
  if (messages === undefined || messages.every((one, index) => one.content === its[index]?.content)) return {};
  return { messages: messages.map((one) => message.encode(one)) };
}

function reply({ content }: LlmReplyPatch, payload: GeminiReplyEvent): Document | undefined {
  if (content === undefined || content === calls.afterLlm(payload as never).content) return undefined;
  const { llm_response: its } = payload;
  const [first] = its.candidates;
  const candidate = { ...first, content: { ...first?.content, parts: [content] } };
  return specific("AfterModel", { llm_response: { ...its, text: content, candidates: [candidate] } });
}
