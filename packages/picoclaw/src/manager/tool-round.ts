import {
  type AfterToolParams,
  type ApproveToolParams,
  type BeforeToolParams,
  type JsonObject,
  methods,
  type RuntimeEventParams,
  type ToolResult,
} from "@agent-hook/sdk/internal/picoclaw";
import {
  type AbortedOutcome,
  type AfterToolOutcome,
  type AnsweredOutcome,
  type ApproveToolOutcome,
  type BeforeToolOutcome,
  type DeniedOutcome,
  denied,
} from "../rules/outcomes.js";

/** Runs the agent's own tool. A string means `{ for_llm: text }`. An error that it throws becomes an error result. */
export type Execute = (call: {
  readonly tool: string;
  readonly arguments: JsonObject;
}) => string | ToolResult | Promise<string | ToolResult>;

/** The tool ran, and the hooks were called with its result. */
export interface RanOutcome {
  readonly outcome: "ran";
  readonly result: ToolResult;
  /** The hooks that changed the result. */
  readonly resultChangedBy: readonly string[];
  /** The value that `execute` threw, if it threw. */
  readonly error?: unknown;
}

/** What every round reports, however it ended. */
export interface Round {
  /** What the model reads: the result, a hook's answer or the denial. Empty if the turn ended. */
  readonly text: string;
  /** The call that ran or that the approvers denied. If `beforeTool` ended the round: the original call. */
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The hooks that changed the call. */
  readonly changedBy: readonly string[];
}

/** How a tool call ended. */
export type ToolRound = (RanOutcome | AnsweredOutcome | DeniedOutcome | AbortedOutcome) & Round;

/** The points of a round, in the host's order. */
export interface RoundPoints {
  beforeTool(params: BeforeToolParams): Promise<BeforeToolOutcome>;
  approveTool(params: ApproveToolParams): Promise<ApproveToolOutcome>;
  afterTool(params: AfterToolParams): Promise<AfterToolOutcome>;
  emit(event: RuntimeEventParams): void;
}

/**
 * Calls `beforeTool` and `approveTool`, runs the tool and calls `afterTool`, in PicoClaw's order (observed). A hook
 * that answers or denies the call ends the round early.
 */
export async function toolRound(
  points: RoundPoints,
  call: BeforeToolParams,
  execute: Execute,
  /** Aborts when the agent closes its hooks. After that, no tool starts, and no unchecked result is passed on. */
  closing: AbortSignal,
): Promise<ToolRound> {
  const event = (kind: string, payload: JsonObject) =>
    points.emit({
      kind: `agent.tool.${kind}`,
      ...scopeOf(call),
      severity: kind === "exec_skipped" || payload.IsError === true ? "warn" : "info",
      payload,
    });
  const before = await points.beforeTool(call);
  if (before.outcome !== "continue") {
    const round = { tool: call.tool, arguments: call.arguments ?? {}, changedBy: [] };
    if (before.outcome === "aborted") return { ...round, ...before, text: "" };
    if (before.outcome === "denied") {
      event("exec_skipped", { Tool: call.tool, Reason: before.text });
      return { ...round, ...before };
    }
    event("exec_start", { Tool: call.tool, Arguments: round.arguments });
    event("exec_end", endOf(call.tool, before.result, 0));
    return { ...round, ...before, text: before.result.for_llm ?? "" };
  }
  const { tool, arguments: args, changedBy } = before;
  const final = { tool, arguments: args, changedBy };
  const approved = await points.approveTool({ ...atStage(call, "approve"), tool, arguments: args });
  const denial = approved.outcome === "denied" ? approved : deniedAtClose(closing);
  if (denial !== undefined) {
    event("exec_skipped", { Tool: tool, Reason: denial.text });
    return { ...final, ...denial };
  }
  event("exec_start", { Tool: tool, Arguments: args });
  const start = performance.now();
  const { result, ...thrown } = await attempt(execute, tool, args);
  const duration = Math.round((performance.now() - start) * 1e6);
  if (closing.aborted) return { ...final, ...abortedAtClose(), ...thrown, text: "" };
  const after = await points.afterTool({ ...atStage(call, "after"), tool, arguments: args, result, duration });
  if (after.outcome === "aborted") return { ...final, ...after, text: "" };
  event("exec_end", endOf(tool, after.result, duration));
  const text = after.result.for_llm ?? "";
  return { outcome: "ran", ...final, ...thrown, result: after.result, resultChangedBy: after.changedBy, text };
}

const CLOSED = "the agent closed its hooks";

function deniedAtClose(closing: AbortSignal): DeniedOutcome | undefined {
  return closing.aborted ? denied("approveTool", "", CLOSED) : undefined;
}

function abortedAtClose(): AbortedOutcome {
  return { outcome: "aborted", point: "afterTool", scope: "agent", reason: `${CLOSED} while the tool ran`, by: "" };
}

/** Returns the call for a later stage of its round. */
function atStage(call: BeforeToolParams, stage: "approve" | "after"): BeforeToolParams {
  return call.meta ? { ...call, meta: { ...call.meta, TracePath: `turn.tool.${stage}` } } : call;
}

async function attempt(
  execute: Execute,
  tool: string,
  args: JsonObject,
): Promise<Pick<RanOutcome, "result" | "error">> {
  try {
    return { result: resultOf(await execute({ tool, arguments: args })) };
  } catch (error) {
    return { result: { for_llm: errorText(error), is_error: true }, error };
  }
}

const RESULT = methods["hook.after_tool"].params.shape.result;
const RESULT_FIELDS: readonly string[] = Object.keys(RESULT.shape);

/** A tool may return any value. An object that is not a valid result is passed to the model as JSON. */
function resultOf(value: unknown): ToolResult {
  if (typeof value !== "object" || value === null) return { for_llm: String(value ?? "") };
  const keys = Object.keys(value);
  const isNamed = keys.length === 0 || keys.some((key) => RESULT_FIELDS.includes(key));
  return !Array.isArray(value) && isNamed && RESULT.safeParse(value).success
    ? (value as ToolResult)
    : { for_llm: JSON.stringify(value) };
}

/** Returns the text of a thrown value. Never throws. */
function errorText(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "the tool failed";
  }
}

function endOf(tool: string, result: ToolResult, duration: number): JsonObject {
  return {
    Tool: tool,
    Duration: duration,
    ForLLMLen: Buffer.byteLength(result.for_llm ?? ""),
    ForUserLen: Buffer.byteLength(result.for_user ?? ""),
    IsError: result.is_error ?? false,
    Async: result.async ?? false,
  };
}

/** Converts a call's metadata to the fields of an event. */
function scopeOf({ meta, context }: BeforeToolParams): Partial<RuntimeEventParams> {
  return {
    time: new Date().toISOString(),
    source: { component: "agent", name: meta?.AgentID ?? "" },
    scope: {
      ...context?.inbound,
      agent_id: meta?.AgentID,
      session_key: meta?.SessionKey,
      turn_id: meta?.TurnID,
    },
  };
}
