import { isDeepStrictEqual } from "node:util";
import type { JsonObject, ToolResult } from "@agent-hook/picoclaw";
import { type Agent, methodOf, stoppedBy } from "./agent.js";
import type { ModelCall } from "./model.js";
import { originOf } from "./origin.js";

/** The hook's answer to a tool call: in `before_tool`, or from its MCP server. */
export interface HookAnswer {
  readonly tool: string;
  readonly text: string;
  readonly isError: boolean;
  /** The user already has the answer, and the turn ends. */
  readonly handled: boolean;
  readonly forUser: string;
}

/** The text for the model and, if the text came from the hook, the hook's answer. */
export interface CallEnd {
  readonly text: string;
  readonly answer?: HookAnswer;
}

/** Handles one tool call: the hook may answer, change or deny it; otherwise the agent's own tool runs. */
export async function handleCall(agent: Agent, call: ModelCall, iteration: number): Promise<CallEnd> {
  const { hooks, steps } = agent;
  steps.begin(`The hook sees the call of ${call.name || "no tool"} (before_tool)`);
  const args = argumentsOf(call);
  if (!args) {
    steps.warn("arguments", "not a JSON object; the model is told");
    return { text: `the arguments of ${call.name} are not a JSON object` };
  }
  const params = { ...originOf(iteration, "turn.tool"), tool: call.name, arguments: args };
  const round = await hooks.runTool(params, async (approved) => {
    if (approved.tool !== call.name || !isDeepStrictEqual(approved.arguments, args)) {
      steps.tell("before_tool", `changed to ${approved.tool} ${JSON.stringify(approved.arguments)}`);
    }
    steps.tell("approve_tool", "approved");
    return run(agent, approved.tool, approved.arguments);
  });
  switch (round.outcome) {
    case "aborted":
      throw stoppedBy(round);
    case "denied":
      steps.tell(methodOf(round.point), "denied");
      steps.tell("model reads", round.text);
      return { text: round.text };
    case "answered":
      return { text: round.text, answer: answered(agent, call.name, round.result) };
    case "ran":
      if (round.resultChangedBy.length > 0) steps.tell("after_tool", `changed to: ${round.text}`);
      return { text: round.text, ...(isServed(agent, call.name) ? { answer: served(call.name, round) } : {}) };
  }
}

function answered(agent: Agent, tool: string, result: ToolResult): HookAnswer {
  const text = result.for_llm ?? "";
  const forUser = result.silent ? "" : (result.for_user ?? "");
  const isError = result.is_error ?? false;
  agent.steps.tell(isError ? "hook's error" : "hook's answer", text);
  if (forUser) agent.steps.tell("user reads", forUser);
  return { tool, text, isError, handled: result.response_handled ?? false, forUser };
}

function isServed({ served }: Agent, name: string): boolean {
  return served.some((tool) => tool.definition.function.name === name);
}

/** Converts a result of the hook's MCP server. */
function served(tool: string, { text, result }: { text: string; result: ToolResult }): HookAnswer {
  return { tool, text, isError: result.is_error ?? false, handled: false, forUser: "" };
}

async function run(agent: Agent, name: string, args: JsonObject): Promise<ToolResult> {
  const { tools, served, steps } = agent;
  const tool = [...tools, ...served].find((own) => own.definition.function.name === name);
  if (!tool) {
    steps.warn("agent", `has no tool ${JSON.stringify(name)}, and the hook did not answer`);
    return { for_llm: `tool ${JSON.stringify(name)} not found`, is_error: true };
  }
  const result = await tool.run(args);
  steps.tell(isServed(agent, name) ? "MCP server" : "agent's tool", result.for_llm ?? "");
  return result;
}

function argumentsOf(call: ModelCall): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(call.arguments || "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
