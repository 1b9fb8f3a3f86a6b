import type {
  AfterToolParams,
  ApproveToolParams,
  BeforeToolParams,
  JsonObject,
  RuntimeEventParams,
  ToolResult,
} from "@agent-hook/protocol";
import type {
  Aborted,
  AfterToolOutcome,
  Answered,
  ApproveToolOutcome,
  BeforeToolOutcome,
  Denied,
} from "../rules/outcomes.js";

/** Runs the agent's own tool; text stands for `{ for_llm: text }`. What it throws becomes an error result. */
export type Execute = (call: {
  readonly tool: string;
  readonly arguments: JsonObject;
}) => string | ToolResult | Promise<string | ToolResult>;

/** The tool ran, and every hook saw its result. */
export interface Ran {
  readonly outcome: "ran";
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly result: ToolResult;
  /** What `execute` threw, if it did. */
  readonly error?: unknown;
}

/** How a tool call ended. `text` is what the model reads: the result, a hook's answer or the refusal. */
export type ToolRound = (Ran | Answered | Denied | Aborted) & { readonly text: string };

/** The points of a round, in the host's order. */
export interface RoundPoints {
  beforeTool(params: BeforeToolParams): Promise<BeforeToolOutcome>;
  approveTool(params: ApproveToolParams): Promise<ApproveToolOutcome>;
  afterTool(params: AfterToolParams): Promise<AfterToolOutcome>;
  emit(event: RuntimeEventParams): void;
}

/** before_tool, an answer or a refusal, approve_tool, the tool, after_tool: as PicoClaw goes through them (run). */
export async function toolRound(points: RoundPoints, call: BeforeToolParams, execute: Execute): Promise<ToolRound> {
  const before = await points.beforeTool(call);
  const event = (kind: string, payload: JsonObject) =>
    points.emit({ kind: `agent.tool.${kind}`, ...scopeOf(call), payload });
  switch (before.outcome) {
    case "aborted":
      return { ...before, text: "" };
    case "denied":
      event("exec_skipped", { Tool: call.tool, Reason: before.text });
      return before;
    case "answered":
      event("exec_start", { Tool: call.tool, Arguments: call.arguments ?? {} });
      event("exec_end", endOf(call.tool, before.result, 0));
      return { ...before, text: before.result.for_llm ?? "" };
  }
  const { tool, arguments: args } = before;
  const approved = await points.approveTool({ ...at(call, "approve"), tool, arguments: args });
  if (approved.outcome === "denied") {
    event("exec_skipped", { Tool: tool, Reason: approved.text });
    return approved;
  }
  event("exec_start", { Tool: tool, Arguments: args });
  const start = performance.now();
  const ran = await attempt(execute, tool, args);
  const duration = Math.round((performance.now() - start) * 1e6);
  const after = await points.afterTool({ ...at(call, "after"), tool, arguments: args, result: ran.result, duration });
  event("exec_end", endOf(tool, ran.result, duration));
  if (after.outcome === "aborted") return { ...after, text: "" };
  const { result } = after;
  return { outcome: "ran", ...ran, result, text: result.for_llm ?? "" };
}

/** The call at a later stage of its round. */
function at(call: BeforeToolParams, stage: "approve" | "after"): BeforeToolParams {
  return call.meta ? { ...call, meta: { ...call.meta, TracePath: `turn.tool.${stage}` } } : call;
}

async function attempt(execute: Execute, tool: string, args: JsonObject): Promise<Omit<Ran, "outcome">> {
  try {
    const result = await execute({ tool, arguments: args });
    return { tool, arguments: args, result: typeof result === "string" ? { for_llm: result } : result };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { tool, arguments: args, result: { for_llm: text, is_error: true }, error };
  }
}

function endOf(tool: string, result: ToolResult, duration: number): JsonObject {
  return {
    Tool: tool,
    Duration: duration,
    ForLLMLen: (result.for_llm ?? "").length,
    ForUserLen: (result.for_user ?? "").length,
    IsError: result.is_error ?? false,
    Async: result.async ?? false,
  };
}

/** An event says in other words where its call comes from. */
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
    severity: "info",
  };
}
