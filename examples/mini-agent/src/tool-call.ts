import type { AfterToolParams, BeforeToolParams, JsonObject, ToolResult } from "@agent-hook/protocol";
import { type Agent, ask, stoppedBy } from "./agent.js";
import type { ModelCall } from "./model.js";
import { eventOf, originOf } from "./origin.js";
import { afterAfterTool, afterApproveTool, afterBeforeTool } from "./picoclaw-rules.js";

/** What the hook answered in a tool's place. */
export interface HookAnswer {
  readonly tool: string;
  readonly text: string;
  readonly isError: boolean;
  /** The user has the answer already; the turn ends. */
  readonly handled: boolean;
  readonly forUser: string;
}

/** What the model reads; with `answer` if it came from the hook. */
export interface CallEnd {
  readonly text: string;
  readonly answer?: HookAnswer;
}

/** One tool call: the hook may answer, change or refuse it; else the agent's own tool runs. */
export async function handleCall(agent: Agent, call: ModelCall, iteration: number): Promise<CallEnd> {
  const { hook, steps } = agent;
  steps.begin(`The hook sees the call of ${call.name || "no tool"} (before_tool)`);
  const args = argumentsOf(call);
  if (!args) {
    steps.warn("arguments", "not a JSON object; the model is told");
    return { text: `the arguments of ${call.name} are not a JSON object` };
  }
  const params: BeforeToolParams = { ...originOf(iteration, "turn.tool.before"), tool: call.name, arguments: args };
  const ruled = afterBeforeTool(params, await ask(agent, "before_tool", hook.beforeTool(params)));
  switch (ruled.outcome) {
    case "aborted":
      throw stoppedBy("before_tool", ruled);
    case "denied":
      steps.tell("before_tool", "refused");
      steps.tell("model reads", ruled.text);
      return { text: ruled.text };
    case "answered":
      return answered(agent, params.tool, ruled.result);
    case "goes on":
      if (ruled.changed) {
        steps.tell("before_tool", `changed to ${ruled.params.tool} ${JSON.stringify(ruled.params.arguments)}`);
      }
      return runOwn(agent, ruled.params, iteration);
  }
}

function answered(agent: Agent, tool: string, result: ToolResult): CallEnd {
  const text = result.for_llm ?? "";
  const forUser = result.silent ? "" : (result.for_user ?? "");
  const isError = result.is_error ?? false;
  agent.steps.tell(isError ? "hook's error" : "hook's answer", text);
  if (forUser) agent.steps.tell("user reads", forUser);
  return { text, answer: { tool, text, isError, handled: result.response_handled ?? false, forUser } };
}

/** PicoClaw asks for approval only here, after every rewrite, and never for a call that a hook answered. */
async function runOwn(agent: Agent, params: BeforeToolParams, iteration: number): Promise<CallEnd> {
  const { hook, steps } = agent;
  const call = { tool: params.tool, arguments: params.arguments ?? {} };
  const approval = hook.approveTool({ ...originOf(iteration, "turn.tool.approve"), ...call });
  const approved = afterApproveTool(agent.hookName, await ask(agent, "approve_tool", approval));
  if (approved.outcome === "denied") {
    steps.tell("approve_tool", "refused");
    steps.tell("model reads", approved.text);
    return { text: approved.text };
  }
  steps.tell("approve_tool", "approved");
  const tool = agent.tools.find((own) => own.definition.function.name === call.tool);
  if (!tool) {
    steps.warn("agent", `has no tool ${JSON.stringify(call.tool)}, and the hook did not answer`);
    return { text: `tool ${JSON.stringify(call.tool)} not found` };
  }
  hook.runtimeEvent(eventOf("agent.tool.exec_start", { Tool: call.tool, Arguments: call.arguments }));
  const start = performance.now();
  const result = await tool.run(call.arguments);
  const duration = Math.round((performance.now() - start) * 1e6);
  steps.tell("agent's tool", result.for_llm ?? "");
  const finished: AfterToolParams = { ...originOf(iteration, "turn.tool.after"), ...call, result, duration };
  const ruled = afterAfterTool(finished, await ask(agent, "after_tool", hook.afterTool(finished)));
  if (ruled.outcome === "aborted") throw stoppedBy("after_tool", ruled);
  const text = ruled.params.result.for_llm ?? "";
  if (ruled.changed) steps.tell("after_tool", `changed to: ${text}`);
  return { text };
}

function argumentsOf(call: ModelCall): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(call.arguments || "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
