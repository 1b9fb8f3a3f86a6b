import type { AfterLlmParams, BeforeLlmParams, Message, ToolCall, ToolDefinition } from "@agent-hook/protocol";
import { type Agent, stoppedBy, TurnEnded } from "./agent.js";
import type { ModelCall, ModelReply } from "./model.js";
import { originOf } from "./origin.js";

/** What the model gets, after the hook saw it. The agent's own history stays as it was. */
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
  const ruled = await hooks.beforeLlm(params);
  if (ruled.outcome === "aborted") throw stoppedBy(ruled);
  const { request } = ruled;
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

/** What the model replies, after the hook saw it. */
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
      // As PicoClaw sends them: the id alone. A hook that sends this reply back breaks the calls.
      ...(reply.calls.length > 0 ? { tool_calls: reply.calls.map(({ id }) => ({ id })) } : {}),
      reasoning: "",
      reasoning_details: null,
    },
  };
  const ruled = await hooks.afterLlm(params);
  if (ruled.outcome === "aborted") throw stoppedBy(ruled);
  const { content, tool_calls: calls } = ruled.response;
  const changed = ruled.changedBy.length > 0;
  const final = changed ? { content: content ?? "", calls: (calls ?? []).map(modelCall) } : reply;
  if (changed) steps.tell("after_llm", "the hook changes the reply");
  for (const call of final.calls) steps.tell("tool call", `${call.name} ${call.arguments}`);
  if (final.content) steps.tell(final.calls.length > 0 ? "says" : "final reply", final.content);
  return final;
}

function modelCall({ id, function: made }: ToolCall): ModelCall {
  return { id: id ?? "", name: made?.name ?? "", arguments: made?.arguments ?? "{}" };
}

function namesOf(tools: readonly ToolDefinition[]): string[] {
  return tools.map((tool) => tool.function.name);
}

/** The names after, each new one marked with +, each that is gone with -. */
function comparedNames(before: readonly ToolDefinition[], after: readonly ToolDefinition[]): string {
  const [old, now] = [namesOf(before), namesOf(after)];
  const kept = now.map((name) => (old.includes(name) ? name : `+${name}`));
  const gone = old.filter((name) => !now.includes(name)).map((name) => `-${name}`);
  return [...kept, ...gone].join(", ");
}
