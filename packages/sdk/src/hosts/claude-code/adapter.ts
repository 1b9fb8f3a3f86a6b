import {
  eventsOf,
  no,
  noModelCalls,
  noSuchEvent,
  partly,
  replacing,
  rewriting,
  TOOLS_OVER_MCP,
  yes,
} from "../../command-hook/cells.js";
import { changedArguments, changedText, resultUnsupported } from "../../command-hook/changes.js";
import { decoderOf, durationOf } from "../../command-hook/decode.js";
import { changesApproved, oneShotAdapter } from "../../command-hook/host-table.js";
import {
  behaviorOf,
  contextFor,
  permissionDenied,
  type SpecificDocument,
  specific,
} from "../../command-hook/specific-output.js";
import type { Calls, Point, ToolCall } from "../../hook/calls.js";
import type { Abort, Modify } from "../../hook/decisions.js";
import { applyChanges, conflict, denial, mergeDocuments, whyDenied } from "./answers.js";
import { EVENTS, type EventName, FIELDS, SKILL_COMMAND, TITLE } from "./events.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { takes, textOf, withText } from "./tool-results.js";
import { answerSchema, type ClaudeCodeEvent, type ClaudeCodePayload, payloadSchema } from "./wire.js";
import { withResult } from "./withholding.js";

const { sourceOf, promptCall, toolCall } = decoderOf(FIELDS, kindOf);

const STOPS = "the model is not called again, but a later turn of the session has the result; not after a failed tool";
const UNREAD = "Claude Code ignores changes after a failed tool: a hook can only read its error, or add context";
const whyUnread = ({ raw }: Calls["afterTool"]) => (raw.hook_event_name === "PostToolUseFailure" ? UNREAD : undefined);
const { beforeLlm, afterLlm } = noModelCalls(noSuchEvent(TITLE));

/** Claude Code's wire and what it supports, observed on v2.1.332. The mod's adapter extends it. */
export const adapter = oneShotAdapter<{ event: EventName; payload: ClaudeCodeEvent; document: SpecificDocument }>({
  host: "claude-code",
  title: TITLE,
  events: EVENTS,
  identifyingFields: "session_id, transcript_path, cwd and hook_event_name",
  fields: FIELDS,
  payloadSchema,
  problem: resultProblem,
  answerSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: ["session_id", "transcript_path", "cwd", "prompt_id", "agent_id"],
  deniesChanges: isSkillCommand,
  table: {
    onPrompt: { addContext: { ...yes(), encode: contextFor }, deny: yes("the user reads the reason") },
    beforeLlm,
    afterLlm: { ...afterLlm, modify: { ...afterLlm.modify, withMod: yes("the text of a reply, not its tool calls") } },
    beforeTool: {
      "modify.arguments": {
        ...yes(
          "replaces all arguments; Claude Code validates them and still asks for approval as usual; the shell line of a skill is denied instead",
        ),
        // Sets no permission: Claude Code then asks about the changed call as it would about the original (observed).
        encode: rewriting((updatedInput) => specific("PreToolUse", { updatedInput })),
        unless: whySkillStays,
      },
      "modify.tool": no(),
      respond: {
        ...no("offer the tool over MCP"),
        withMod: yes("instead of Bash, Read and tools of MCP servers"),
      },
      deny: yes(),
      abortTurn: {
        ...yes("the call is denied and the turn ends, except at the shell line of a skill that the model started"),
        encode: deniedAndStopped,
      },
      hardAbort: { ...partly("as abortTurn"), encode: deniedAndStopped },
    },
    approveTool: {
      // Leaves the decision to Claude Code: "allow" would skip the user's approval.
      approve: partly("like no decision: Claude Code's own approval follows, or came before the shell line of a skill"),
      ask: {
        ...yes("headless runs cannot ask anyone and deny the call with the reason; so does the shell line of a skill"),
        encode: ({ event, decision }) =>
          specific(event, {
            permissionDecision: "ask",
            permissionDecisionReason: decision.reason,
            ...("patch" in decision && decision.patch?.arguments ? { updatedInput: decision.patch.arguments } : {}),
          }),
        unless: (call) =>
          isSkillCommand(call) ? "Claude Code asks no one about a shell line of a skill or command" : undefined,
      },
      deny: yes(),
    },
    afterTool: {
      "modify.result": {
        ...partly(
          "only the text, in the shape of the tool's result; the error of a failed tool cannot be changed, and trying is a failure",
        ),
        withMod: yes("also the output of a failed tool, after a sentence of Claude Code's"),
        encode: replacing((text, { call, payload }) => withResult(withText(call.tool, payload.tool_response, text))),
        unless: whyResultStays,
      },
      deny: {
        ...partly(
          "the model reads the reason instead of the result, but not after a failed tool; for a tool with an unknown shape of result, the turn ends too",
        ),
        unless: whyUnread,
      },
      abortTurn: { ...partly(STOPS), encode: stopped, unless: whyUnread },
      hardAbort: { ...partly(STOPS), encode: stopped, unless: whyUnread },
      addContext: {
        ...yes("also after a failed tool"),
        encode: (given) =>
          mergeDocuments(given.event, [...(given.changed === undefined ? [] : [given.changed]), contextFor(given)]),
      },
    },
    onEvent: {
      addContext: { ...yes("at SessionStart and PostToolBatch"), encode: contextFor },
      events: eventsOf(TITLE),
    },
    tools: { ...TOOLS_OVER_MCP, offer: no("run the same file as an MCP server, which can also handle tool events") },
  },
  denial,
  whyDenied,
  whyNativeUnsupported,
  applyChanges,
  conflict,
  mergeDocuments,
});

/**
 * Detects a payload from Copilot CLI, which also runs the hooks in a trusted project's `.claude/settings.json`, under
 * Claude Code's event names (observed).
 */
function resultProblem(_event: EventName, payload: ClaudeCodeEvent): string | undefined {
  if (payload.tool_result === undefined || payload.tool_response !== undefined) return undefined;
  return "tool_result is from Copilot CLI, which expects a different answer: also configure the hook with agent-hook config copilot";
}

function callOf(event: EventName, payload: ClaudeCodeEvent): Calls[Point] {
  if (event === "UserPromptSubmit") return promptCall(payload);
  const call = toolCall(payload);
  if (EVENTS[event as "PreToolUse"].point === "beforeTool") return call;
  if (event === "PostToolUse") {
    const { tool_response: result, ...its } = payload as ClaudeCodePayload<"PostToolUse">;
    return { ...call, result: { forLlm: textOf(call.tool, result) }, ...durationOf(its) };
  }
  const failed = payload as ClaudeCodePayload<"PostToolUseFailure">;
  return { ...call, result: { forLlm: failed.error, isError: true }, ...durationOf(failed) };
}

/** Returns whether a call is a shell line of a skill or a command, before Claude Code shows its output to the model. */
function isSkillCommand({ raw }: Pick<ToolCall, "raw">): boolean {
  return raw.hook_event_name === SKILL_COMMAND;
}

interface Stop {
  readonly event: EventName;
  readonly decision: Abort;
  readonly changed: SpecificDocument | undefined;
}

/** Ends the turn. Also denies the call, because a stop without a denial lets the tool run (observed). */
function deniedAndStopped({ event, decision: { reason } }: Stop): SpecificDocument {
  return { continue: false, stopReason: reason, ...permissionDenied(event, reason) };
}

/** Ends the turn. Also sends a changed result, because the next turn contains the result (observed). */
function stopped({ decision, changed }: Stop): SpecificDocument {
  return { continue: false, stopReason: decision.reason, ...changed };
}

function whySkillStays(call: ToolCall, { patch }: Modify<"beforeTool">): string | undefined {
  if (!isSkillCommand(call) || patch.arguments === undefined) return undefined;
  return changedArguments(patch, call.arguments) === undefined
    ? undefined
    : "the hook would change this shell line of a skill or command, which Claude Code does not support: change it in the file";
}

function whyResultStays(call: Calls["afterTool"], { patch }: Modify<"afterTool">): string | undefined {
  return whyUnread(call) ?? resultUnsupported(TITLE, call, patch) ?? whyShapeDiffers(call, changedText(patch));
}

function whyShapeDiffers({ tool, raw }: Calls["afterTool"], text: string | undefined): string | undefined {
  const { tool_response: result } = raw;
  if (text === undefined || text === textOf(tool, result) || withText(tool, result, text) !== undefined) {
    return undefined;
  }
  return `${tool} returns an object or an array, which result.forLlm holds as JSON: expected JSON of the same shape`;
}

/** Returns why Claude Code would ignore a native answer, or why it would change the call after the hook approved it. */
function whyNativeUnsupported(
  event: EventName,
  document: SpecificDocument,
  approved: boolean,
  payload: ClaudeCodeEvent,
): string | undefined {
  // Denies the shell line of a skill.
  if (event === SKILL_COMMAND) return undefined;
  const output: Readonly<Record<string, unknown>> = document.hookSpecificOutput ?? {};
  if ((output.updatedInput ?? behaviorOf(document).updatedInput) !== undefined && approved) {
    return changesApproved("updatedInput");
  }
  if (output.updatedToolOutput === undefined) return undefined;
  const tool = String(payload.tool_name);
  if (takes(tool, payload.tool_response, output.updatedToolOutput)) return undefined;
  return `Claude Code ignores an updatedToolOutput whose shape differs from ${tool}'s own result: change tool_response in place`;
}
