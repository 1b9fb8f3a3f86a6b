import type { Message } from "@agent-hook/sdk";
import { RAW } from "@agent-hook/sdk/internal/adapter";
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { textOf } from "../engine/tool-text.js";

/** The number of the message that a message of a handler comes from. */
type Marked = Message & { readonly [RAW]?: { readonly at: number } };

const ROLES: Readonly<Record<string, Message["role"]>> = {
  human: "user",
  ai: "assistant",
  system: "system",
  tool: "tool",
};

/** Returns messages as handlers read them. */
export function messagesOf(messages: readonly BaseMessage[]): readonly Message[] {
  return messages.map((message, at): Marked => ({ ...plain(message), [RAW]: { at } }));
}

function plain(message: BaseMessage): Message {
  const { tool_calls: calls = [], tool_call_id: answered } = message as Partial<AIMessage> & { tool_call_id?: string };
  return {
    role: ROLES[message.getType()] ?? "user",
    content: message.text,
    ...(calls.length === 0 ? {} : { toolCalls: calls.map(requested) }),
    ...(answered === undefined ? {} : { toolCallId: answered }),
  };
}

/** Returns a call that the model requested. */
export function requested({ id = "", name, args }: NonNullable<AIMessage["tool_calls"]>[number]) {
  return { id, name, arguments: textOf(args) };
}

/** Returns the messages of a handler. A message whose text is unchanged stays as it was. */
export function messagesWith(before: readonly BaseMessage[], messages: readonly Message[]): BaseMessage[] {
  return messages.map((message) => {
    const original = before[(message as Marked)[RAW]?.at ?? -1];
    if (original === undefined) return created(message);
    return original.text === message.content ? original : withText(original, message.content);
  });
}

function created({ role, content }: Message): BaseMessage {
  if (role === "tool") throw new TypeError("a tool's message cannot be added: LangChain adds it after the call");
  if (role === "assistant") return new AIMessage(content);
  return role === "user" ? new HumanMessage(content) : new SystemMessage(content);
}

/** Returns a copy of a message with another text. Images and files stay. */
export function withText<Any extends BaseMessage>(message: Any, text: string): Any {
  const { content } = message;
  const others = Array.isArray(content) ? content.filter((block) => block.type !== "text") : [];
  const changed = others.length === 0 ? text : [{ type: "text" as const, text }, ...others];
  const Kind = message.constructor as new (fields: object) => Any;
  return new Kind({ ...message.lc_kwargs, id: message.id, content: changed });
}
