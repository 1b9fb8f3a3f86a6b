import { changedText, resultUnsupported, toolCallUnsupported } from "../../command-hook/unsupported.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import { textOf } from "./decode.js";

const HOST = "Codex";
/** A hook sees only the command of these tools. Codex ignores other arguments that a hook sets (observed). */
const COMMAND_ALONE = new Set(["Bash", "apply_patch"]);

/** Returns why Codex does not support a decision, or `undefined`. */
export function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  if (point === "beforeTool") return callUnsupported(call as Calls["beforeTool"], decision as never);
  if (point === "afterTool") return outcomeUnsupported(call as Calls["afterTool"], decision as never);
  return point === "approveTool" && decision.action === "ask"
    ? "Codex takes no question from a hook, and would run the tool: reject, or leave it to Codex's own approvals"
    : undefined;
}

function callUnsupported(call: Calls["beforeTool"], decision: Decisions["beforeTool"]): string | undefined {
  const never = toolCallUnsupported(HOST, call, decision);
  if (never !== undefined || decision.action !== "modify") return never;
  const { arguments: args } = decision.patch as ToolCallPatch;
  return args === undefined ? undefined : argumentsUnsupported(call.tool, args);
}

/** Returns why Codex would not run a tool with exactly these arguments, or `undefined`. */
export function argumentsUnsupported(tool: string, args: Readonly<Record<string, unknown>>): string | undefined {
  if (!COMMAND_ALONE.has(tool)) return undefined;
  if (typeof args.command !== "string") return `Codex runs ${tool} with a command: expected a text there`;
  const other = Object.keys(args).find((key) => key !== "command");
  return other === undefined ? undefined : `Codex lets a hook change the command of ${tool} alone, not ${other}`;
}

function outcomeUnsupported(call: Calls["afterTool"], decision: Decisions["afterTool"]): string | undefined {
  if (decision.action !== "modify") return "Codex cannot be stopped after a tool: change the result instead";
  const patch = decision.patch as ToolResultPatch;
  const text = changedText(patch);
  const empties = text?.trim() === "" && text !== textOf(call.tool, call.raw.tool_response);
  return resultUnsupported(HOST, call, patch) ?? (empties ? "Codex takes no empty result: give a text" : undefined);
}
