import { isDeepStrictEqual } from "node:util";
import { changedText, resultUnsupported, toolCallUnsupported } from "../../command-hook/unsupported.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import { calls } from "./decode.js";
import { ASKED_ABOUT_ANOTHER } from "./documents.js";

const HOST = "Copilot CLI";

/** Returns why Copilot CLI does not support a decision, or `undefined`. */
export function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  return objections[point]?.(call as never, decision as never);
}

const objections: {
  readonly [P in Point]?: (call: Calls[P], decision: Decisions[P]) => string | undefined;
} = {
  beforeTool: (call, decision) => toolCallUnsupported(HOST, call, decision) ?? textUnsupported(call, decision),
  afterTool(call, decision) {
    if (decision.action !== "modify") return `${HOST} cannot be stopped after a tool: change the result instead`;
    const patch = decision.patch as ToolResultPatch;
    return resultUnsupported(HOST, call, patch) ?? failedUnsupported(call, changedText(patch));
  },
  approveTool(call, decision) {
    if (decision.action !== "ask") return undefined;
    if (isDeepStrictEqual(call.arguments, calls.preToolUse?.(call.raw as never).arguments)) return undefined;
    return ASKED_ABOUT_ANOTHER;
  },
};

function textUnsupported({ tool, raw }: Calls["beforeTool"], decision: Decisions["beforeTool"]): string | undefined {
  if (decision.action !== "modify" || typeof raw.toolArgs !== "string") return undefined;
  const { arguments: args } = decision.patch as ToolCallPatch;
  const asItCame = args === undefined || (Object.keys(args).join() === "input" && typeof args.input === "string");
  return asItCame ? undefined : `${tool} takes one text in place of arguments: change \`input\`, and add nothing`;
}

function failedUnsupported({ raw, result }: Calls["afterTool"], text: string | undefined): string | undefined {
  if (text === undefined || text === result.forLlm || raw.toolResult !== undefined) return undefined;
  return `${HOST} lets no hook change what a failed tool says: only postToolUse takes another result`;
}
