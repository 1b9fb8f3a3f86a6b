import type { LlmCall, LlmReply, Modify, ToolSpec } from "@agent-hook/sdk";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { toJsonSchema } from "@langchain/core/utils/json_schema";
import type { AgentMiddleware } from "langchain";
import type { Guard } from "../engine/guard.js";
import { HookDeniedError } from "../engine/hook-denied-error.js";
import type { ToolKinds } from "../engine/tool-kind.js";
import { messagesOf, messagesWith, requested, withText } from "./messages.js";
import { isCommand, messagesIn } from "./result.js";
import { sourceOf } from "./source.js";

type WrapModelCall = NonNullable<AgentMiddleware["wrapModelCall"]>;
type Request = Parameters<WrapModelCall>[0];

/** Asks the hook before and after a call of a model. */
export function modelCallOf(guard: Guard, toolKinds?: ToolKinds): WrapModelCall {
  return async (request, handler) => {
    const schemas = new Map(request.tools.map((tool) => [String(tool.name), tool.schema]));
    guard.checkTools({ names: [...schemas.keys()], of: "run", schemaOf: (name) => schemas.get(name) }, toolKinds);
    const outcome = await guard.beforeLlm("model call", () => callOf(request));
    if (outcome !== undefined && outcome.action !== "modify") throw new HookDeniedError(outcome.reason);
    const reply = await handler(outcome === undefined ? request : withPatch(request, outcome.patch));
    if (!guard.handles("afterLlm")) return reply;
    const judged = await guard.afterLlm("model reply", () => replyOf(request, messageOf(reply)));
    if (judged === undefined) return reply;
    if (judged.action !== "modify") throw new HookDeniedError(judged.reason);
    const { content } = judged.patch;
    if (content === undefined || content === messageOf(reply).text) return reply;
    if (AIMessage.isInstance(reply)) return withText(reply, content);
    throw new HookDeniedError("a hook changed the text of a structured reply, which LangChain has already read");
  };
}

/** Returns the message of the model. LangChain wraps a structured reply in an object or a command. */
function messageOf(reply: unknown): AIMessage {
  if (AIMessage.isInstance(reply)) return reply;
  const { messages = [] } = Object(reply) as { readonly messages?: readonly unknown[] };
  const message = (isCommand(reply) ? messagesIn(reply) : messages).find((one) => AIMessage.isInstance(one));
  if (message === undefined) throw new TypeError("expected a reply that contains an AIMessage");
  return message as AIMessage;
}

function callOf(request: Request): LlmCall {
  const { model, messages, tools, modelSettings = {} } = request;
  return {
    model: nameOf(model),
    messages: messagesOf(allMessages(request)),
    tools: tools.map(toolSpec),
    options: modelSettings,
    gracefulTerminal: false,
    ...sourceOf(request.runtime),
    raw: { messages, modelSettings },
  };
}

function replyOf(request: Request, reply: AIMessage): LlmReply {
  return {
    model: nameOf(request.model),
    content: reply.text,
    toolCalls: (reply.tool_calls ?? []).map(requested),
    ...(reply.usage_metadata === undefined ? {} : { usage: { ...(reply.usage_metadata as object) } }),
    ...sourceOf(request.runtime),
    raw: { message: reply.toDict() },
  };
}

function nameOf(model: Request["model"]): string {
  const names = model as { readonly model?: unknown; readonly modelName?: unknown };
  const name = names.modelName ?? names.model;
  return typeof name === "string" ? name : "";
}

/** Returns the messages with the agent's own system message first, unless it is empty. */
function allMessages({ systemMessage, messages }: Request): readonly BaseMessage[] {
  return hasSystem(systemMessage) ? [systemMessage, ...messages] : messages;
}

function hasSystem(message: Request["systemMessage"] | undefined): boolean {
  return message !== undefined && message.text !== "";
}

function withPatch(request: Request, { messages, tools, options }: Modify<"beforeLlm">["patch"]): Request {
  const names = tools?.map(({ name }) => name);
  const known = request.tools.map((tool) => toolSpec(tool).name);
  const added = names?.find((name) => !known.includes(name));
  if (added !== undefined) throw new HookDeniedError(`a hook added the tool "${added}", which the agent does not have`);
  return {
    ...request,
    ...(messages === undefined ? {} : messagesPatch(request, messages)),
    ...(names === undefined ? {} : { tools: request.tools.filter((tool) => names.includes(toolSpec(tool).name)) }),
    ...(options === undefined ? {} : { modelSettings: { ...request.modelSettings, ...options } }),
  };
}

/** LangChain keeps the agent's own system message apart from the others, and takes a text in its place. */
function messagesPatch(request: Request, messages: LlmCall["messages"]): Partial<Request> {
  const all = allMessages(request);
  const changed = messagesWith(all, messages);
  if (!hasSystem(request.systemMessage)) return { messages: changed };
  const [first, ...rest] = changed;
  if (first === request.systemMessage) return { messages: rest };
  if (first?.getType() !== "system") return { messages: changed, systemPrompt: "" };
  return { messages: rest, systemPrompt: first.text };
}

function toolSpec(tool: Request["tools"][number]): ToolSpec {
  const { name, description, schema } = tool as Partial<ToolSpec> & { readonly schema?: unknown };
  return {
    name: name ?? "",
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { parameters: { ...(toJsonSchema(schema as never) as object) } }),
  };
}
