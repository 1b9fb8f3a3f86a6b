import type { BeforeLlmParams, Message } from "@agent-hook/picoclaw";
import { type Agent, TurnEnded } from "./agent.js";
import { askModel, prepareRequest } from "./llm-call.js";
import type { ModelReply } from "./model.js";
import { eventOf } from "./origin.js";
import { type HookAnswer, handleCall } from "./tool-call.js";

const MAX_MODEL_CALLS = 8;
const SYSTEM = "You are a small agent in a terminal. Answer briefly; use a tool where one helps.";

/** The result of a turn: the reply to the user, and the hook's tools and answers. */
export interface Turn {
  readonly question: string;
  readonly reply: string;
  /** The names of the tools that the hook added. */
  readonly offered: readonly string[];
  readonly answers: readonly HookAnswer[];
}

/** Asks one question and returns the reply. Throws `TurnEnded` or `ModelError` if there is none. */
export async function runTurn(agent: Agent, question: string): Promise<Turn> {
  const { hooks } = agent;
  hooks.emit(eventOf("agent.turn.start", { UserMessage: question, MediaCount: 0 }));
  let status = "error";
  try {
    const turn = await converse(agent, question);
    status = "completed";
    return turn;
  } finally {
    hooks.emit(eventOf("agent.turn.end", { Status: status }));
  }
}

async function converse(agent: Agent, question: string): Promise<Turn> {
  const history: Message[] = [
    { role: "system", content: SYSTEM },
    { role: "user", content: question },
  ];
  const offered = new Set(agent.served.map((tool) => tool.definition.function.name));
  const answers: HookAnswer[] = [];
  const turn = (reply: string): Turn => ({ question, reply, offered: [...offered], answers });
  for (let iteration = 1; iteration <= MAX_MODEL_CALLS; iteration += 1) {
    const request = await prepareRequest(agent, history, iteration);
    for (const name of addedTools(agent, request)) offered.add(name);
    const reply = await askModel(agent, request, iteration);
    if (reply.calls.length === 0) return turn(reply.content);
    history.push(asMessage(reply));
    for (const call of reply.calls) {
      const { text, answer } = await handleCall(agent, call, iteration);
      history.push({ role: "tool", content: text, tool_call_id: call.id });
      if (answer) answers.push(answer);
      if (answer?.handled) return turn(answer.forUser || answer.text);
    }
  }
  throw new TurnEnded(`no reply after ${MAX_MODEL_CALLS} calls of the model`);
}

function addedTools(agent: Agent, request: BeforeLlmParams): string[] {
  const own = agent.tools.map((tool) => tool.definition.function.name);
  return (request.tools ?? []).map((tool) => tool.function.name).filter((name) => !own.includes(name));
}

function asMessage({ content, calls }: ModelReply): Message {
  return {
    role: "assistant",
    content,
    tool_calls: calls.map(({ id, name, arguments: args }) => ({
      id,
      type: "function",
      function: { name, arguments: args },
    })),
  };
}
