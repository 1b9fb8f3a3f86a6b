import type { Message } from "@agent-hook/sdk";
import { RAW } from "@agent-hook/sdk/internal/adapter";
import type { AgentInputItem, ModelRequest } from "@openai/agents";

/** The number of the item that a message of a handler comes from. */
type Marked = Message & { readonly [RAW]?: { readonly item: number } };

/** What an item can have, as far as handlers see it. Items of other kinds pass unchanged. */
interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: unknown;
  readonly callId?: string;
  readonly name?: string;
  readonly arguments?: string;
  readonly output?: unknown;
}

const INSTRUCTIONS = -1;

function itemsOf({ input }: ModelRequest): readonly AgentInputItem[] {
  return typeof input === "string" ? [{ role: "user", content: input }] : input;
}

/** Returns the instructions and the input of a request as handlers read them. */
export function messagesOf(request: ModelRequest): readonly Message[] {
  const { systemInstructions } = request;
  const system: Marked[] =
    systemInstructions === undefined
      ? []
      : [{ role: "system", content: systemInstructions, [RAW]: { item: INSTRUCTIONS } }];
  return [
    ...system,
    ...itemsOf(request).flatMap((item, at): Marked[] => {
      const message = messageOf(item as Item);
      return message === undefined ? [] : [{ ...message, [RAW]: { item: at } }];
    }),
  ];
}

function messageOf({ type = "message", role, content, callId = "", name = "", ...item }: Item): Message | undefined {
  if (type === "message") return { role: role as Message["role"], content: contentText(content) };
  if (type === "function_call") {
    return { role: "assistant", content: "", toolCalls: [{ id: callId, name, arguments: item.arguments ?? "" }] };
  }
  return type === "function_call_result"
    ? { role: "tool", content: contentText(item.output), toolCallId: callId }
    : undefined;
}

/** Returns the text of a message or a result: a string, a part, or several. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content : [content];
  return parts.flatMap((part) => (typeof part?.text === "string" ? [part.text] : [])).join("\n");
}

/** Returns the request with the messages of a handler. Items that no handler saw stay. */
export function requestWith(request: ModelRequest, messages: readonly Message[]): ModelRequest {
  const items = itemsOf(request);
  const before = new Map(messagesOf(request).map((message) => [(message as Marked)[RAW]?.item, message.content]));
  const places = messages.map((message) => (message as Marked)[RAW]?.item);
  const input: AgentInputItem[] = [];
  let next = 0;
  /** Adds the items up to a place that handlers cannot see, such as reasoning. */
  const addUnseen = (end: number) => {
    for (; next < end; next++) {
      const item = items[next];
      if (item !== undefined && !before.has(next)) input.push(item);
    }
  };
  for (const [at, message] of messages.entries()) {
    const place = places[at];
    if (place === INSTRUCTIONS) continue;
    if (place === undefined) {
      input.push(created(message));
      continue;
    }
    addUnseen(place);
    next = Math.max(next, place + 1);
    const item = items[place] as AgentInputItem;
    input.push(before.get(place) === message.content ? item : changed(item as Item, message.content));
  }
  addUnseen(items.length);
  const instructions = messages.find((_, at) => places[at] === INSTRUCTIONS)?.content;
  const { systemInstructions: _old, ...rest } = request;
  return { ...rest, ...(instructions === undefined ? {} : { systemInstructions: instructions }), input };
}

function changed(item: Item, text: string): AgentInputItem {
  if (item.type === "function_call_result") return { ...item, output: text } as AgentInputItem;
  return { ...item, content: contentWith(item.content, item.role, text) } as AgentInputItem;
}

/** Replaces the texts of a message by one. Images and files stay. */
export function contentWith(content: unknown, role: string | undefined, text: string): unknown {
  if (!Array.isArray(content)) return role === "assistant" ? [{ type: "output_text", text }] : text;
  const others = content.filter((part) => typeof part?.text !== "string");
  return [{ type: role === "assistant" ? "output_text" : "input_text", text }, ...others];
}

function created({ role, content }: Message): AgentInputItem {
  if (role === "tool") throw new TypeError("a tool's message cannot be added: OpenAI Agents adds it after the call");
  if (role === "assistant") return { role, status: "completed", content: [{ type: "output_text", text: content }] };
  return { role: role === "user" ? "user" : "system", content };
}
