import type { AfterLlmParams, BeforeLlmParams, Message, ToolDefinition } from "@agent-hook/picoclaw";
import type { ToolCall } from "@agent-hook/picoclaw/protocol";
import { type Agent, stoppedBy, TurnEnded } from "./agent.js";
import type { ModelCall, ModelReply } from "./model.js";
import { originOf } from "./origin.js";

/** Returns the request for the model after the hook's changes. The agent's own history does not change. */
export async function prepareRequest(
  agent: Agent,
  history: readonly Message[],
  iteration: number,
): Promise<BeforeLlmParams> {
  const { hooks, model, steps } = agent;
  const params: BeforeLlmParams = {
    ...originOf(iteration, "turn.llm.request"),
    model: model.name,
    messages: [...history],
    tools: [...agent.tools, ...agent.served].map((tool) => tool.definition),
    options: {},
  };
  if (iteration === 1) steps.begin("The hook sees what the model is about to get (before_llm)");
  const outcome = await hooks.beforeLlm(params);
  if (outcome.outcome === "aborted") throw stoppedBy(outcome);
  const { request } = outcome;
  if (iteration === 1) {
    steps.tell("tools before", namesOf(params.tools ?? []).join(", "));
    steps.tell("tools after", comparedNames(params.tools ?? [], request.tools ?? []));
  }
  if (!request.messages?.length) {
    throw new TurnEnded(
      "the hook's before_llm left no messages; its `request` replaces everything, so it must send all",
    );
  }
  return request;
}

/** Returns the model's reply after the hook's changes. */
export async function askModel(agent: Agent, request: BeforeLlmParams, iteration: number): Promise<ModelReply> {
  const { hooks, model, steps } = agent;
  steps.begin(iteration === 1 ? "The model is asked" : "The model is asked again");
  const { messages, tools, options } = request;
  const reply = await model.reply({
    model: request.model,
    messages: messages ?? [],
    tools: tools ?? [],
    options: options ?? {},
  });
  const params: AfterLlmParams = {
    ...originOf(iteration, "turn.llm.response"),
    model: request.model,
    response: {
      content: reply.content,
      finish_reason: reply.calls.length > 0 ? "tool_calls" : "stop",
      // PicoClaw sends only the id. A hook that sends this reply back breaks the calls.
      ...(reply.calls.length > 0 ? { tool_calls: reply.calls.map(({ id }) => ({ id })) } : {}),
      reasoning: "",
      reasoning_details: null,
    },
  };
  const outcome = await hooks.afterLlm(params);
  if (outcome.outcome === "aborted") throw stoppedBy(outcome);
  const { content, tool_calls: calls } = outcome.response;
  const changed = outcome.changedBy.length > 0;
  const final = changed ? { content: content ?? "", calls: (calls ?? []).map(modelCall) } : reply;
  if (changed) steps.tell("after_llm", "the hook changes the reply");
  for (const call of final.calls) steps.tell("tool call", `${call.name} ${call.arguments}`);
  if (final.content) steps.tell(final.calls.length > 0 ? "says" : "final reply", final.content);
  return final;
}

function modelCall({ id, function: called }: ToolCall): ModelCall {
  return { id: id ?? "", name: called?.name ?? "", arguments: called?.arguments ?? "{}" };
}

function namesOf(tools: readonly ToolDefinition[]): string[] {
  return tools.map((tool) => tool.function.name);
}

/** Returns the new names. `+` marks an added name, `-` a removed one. */
function comparedNames(before: readonly ToolDefinition[], after: readonly ToolDefinition[]): string {
  const [old, now] = [namesOf(before), namesOf(after)];
  const kept = now.map((name) => (old.includes(name) ? name : `+${name}`));
  const gone = old.filter((name) => !now.includes(name)).map((name) => `-${name}`);
  return [...kept, ...gone].join(", ");
}
