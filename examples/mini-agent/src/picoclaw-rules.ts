import type {
  AfterLlmParams,
  AfterLlmResult,
  AfterToolParams,
  AfterToolResult,
  ApproveToolResult,
  BeforeLlmParams,
  BeforeLlmResult,
  BeforeToolParams,
  BeforeToolResult,
  ToolResult,
} from "@agent-hook/protocol";

// What PicoClaw does with each answer of a hook, and without one. It takes the tools that a hook adds, as v0.2.6 and
// v0.2.7 do; later versions ignore them.

/** What came of asking the hook: its answer, or why there is none. */
export type Asked<Answer> = { readonly answer: Answer } | { readonly failure: "failed" | "timed out" };

/** The turn goes on; `changed` if the hook sent an object in place of the host's. */
export interface GoesOn<Params> {
  readonly outcome: "goes on";
  readonly params: Params;
  readonly changed: boolean;
}
/** The hook ended the turn, or the whole agent. */
export interface Aborted {
  readonly outcome: "aborted";
  readonly scope: "turn" | "agent";
  readonly reason: string;
}
/** The hook answered in the tool's place. */
export interface Answered {
  readonly outcome: "answered";
  readonly result: ToolResult;
}
/** The tool does not run; the model reads `text`. */
export interface Denied {
  readonly outcome: "denied";
  readonly text: string;
}
export interface Approved {
  readonly outcome: "approved";
}

/** `request` replaces the whole: what it leaves out is empty. A hook that fails is skipped. */
export function afterBeforeLlm(
  params: BeforeLlmParams,
  asked: Asked<BeforeLlmResult>,
): GoesOn<BeforeLlmParams> | Aborted {
  if ("failure" in asked) return unchanged(params);
  const { answer } = asked;
  const aborted = abortOf(answer);
  if (aborted) return aborted;
  if (!answer.request) return unchanged(params);
  const { model, messages, tools, options } = answer.request;
  return changed({
    ...params,
    model: model ?? "",
    messages: messages ?? [],
    tools: tools ?? [],
    options: options ?? {},
  });
}

/** The reply sits at `response.response`; the flat form changes nothing. A hook that fails is skipped. */
export function afterAfterLlm(params: AfterLlmParams, asked: Asked<AfterLlmResult>): GoesOn<AfterLlmParams> | Aborted {
  if ("failure" in asked) return unchanged(params);
  const aborted = abortOf(asked.answer);
  if (aborted) return aborted;
  const response = asked.answer.response?.response;
  return response ? changed({ ...params, response }) : unchanged(params);
}

/**
 * `call` replaces the whole: without `tool` the call names no tool. `respond` needs a result, else the tool runs.
 * A hook that fails is skipped: a policy belongs in `approve_tool`.
 */
export function afterBeforeTool(
  params: BeforeToolParams,
  asked: Asked<BeforeToolResult>,
): GoesOn<BeforeToolParams> | Answered | Denied | Aborted {
  if ("failure" in asked) return unchanged(params);
  const { answer } = asked;
  const aborted = abortOf(answer);
  if (aborted) return aborted;
  if (answer.action === "deny_tool") {
    return { outcome: "denied", text: `Tool execution denied by hook: ${answer.reason ?? ""}` };
  }
  const result = answer.result ?? answer.call?.hook_result;
  if (answer.action === "respond" && result) return { outcome: "answered", result };
  if (answer.action === "respond" || !answer.call) return unchanged(params);
  return changed({ ...params, tool: answer.call.tool ?? "", arguments: answer.call.arguments ?? {} });
}

/** Alone of all, this one fails closed: no answer is a refusal. */
export function afterApproveTool(hookName: string, asked: Asked<ApproveToolResult>): Approved | Denied {
  if ("answer" in asked && asked.answer.approved) return { outcome: "approved" };
  const reason =
    "answer" in asked ? (asked.answer.reason ?? "") : `tool approval hook ${JSON.stringify(hookName)} ${asked.failure}`;
  return { outcome: "denied", text: `Tool execution denied by approval hook: ${reason}` };
}

/** The tool's result sits at `result.result`; the flat form changes nothing. A hook that fails is skipped. */
export function afterAfterTool(
  params: AfterToolParams,
  asked: Asked<AfterToolResult>,
): GoesOn<AfterToolParams> | Aborted {
  if ("failure" in asked) return unchanged(params);
  const aborted = abortOf(asked.answer);
  if (aborted) return aborted;
  const result = asked.answer.result?.result;
  return result ? changed({ ...params, result }) : unchanged(params);
}

interface Decision {
  readonly action?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

function abortOf({ action, reason }: Decision): Aborted | undefined {
  if (action !== "abort_turn" && action !== "hard_abort") return undefined;
  return { outcome: "aborted", scope: action === "hard_abort" ? "agent" : "turn", reason: reason || "no reason given" };
}

function unchanged<Params>(params: Params): GoesOn<Params> {
  return { outcome: "goes on", params, changed: false };
}

function changed<Params>(params: Params): GoesOn<Params> {
  return { outcome: "goes on", params, changed: true };
}
