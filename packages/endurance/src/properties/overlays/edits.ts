import type { Message, RequestedCall, ToolSpec } from "@agent-hook/sdk";

export type Raw = Readonly<Record<string, unknown>>;

/** A way to change one thing: as an author writes it, and its effect on the host's object. */
interface Edit<Ours> {
  author(ours: Ours): Ours;
  host(raw: Raw): Raw;
}

const same = (raw: Raw) => raw;
const NEW_CALL = { id: "call_1", name: "exec", arguments: "{}" };
const HOST_CALL = { id: "call_1", type: "function", function: { name: "exec", arguments: "{}" } };

export const MESSAGE_EDITS = {
  "hand back": { author: (message) => message, host: same },
  spread: { author: (message) => ({ ...message }), host: same },
  "copy in depth": { author: copyWithSymbols, host: same },
  "new content": {
    author: (message) => ({ ...message, content: "new" }),
    host: (raw) => ({ ...raw, content: "new" }),
  },
  "without its reasoning": {
    author: ({ reasoning: _gone, ...message }) => message,
    // A null field was not reasoning, so it is kept.
    host: ({ reasoning_content: its, ...raw }) => (its === null ? { ...raw, reasoning_content: null } : raw),
  },
  "other arguments": {
    author: ({ toolCalls, ...message }) =>
      toolCalls === undefined ? message : { ...message, toolCalls: toolCalls.map(withArguments) },
    host: ({ tool_calls: calls, ...raw }) =>
      Array.isArray(calls) ? { ...raw, tool_calls: calls.map(rawWithArguments) } : withOptional(raw, calls),
  },
  "another message": {
    author: () => ({ role: "assistant", content: "", toolCalls: [NEW_CALL] }),
    host: () => ({ role: "assistant", content: "", tool_calls: [HOST_CALL] }),
  },
} as const satisfies Readonly<Record<string, Edit<Message>>>;

export const TOOL_EDITS = {
  "hand back": { author: (tool) => tool, host: same },
  spread: { author: (tool) => ({ ...tool }), host: same },
  "new description": {
    author: (tool) => ({ ...tool, description: "new" }),
    host: (raw) => ({ ...raw, function: { ...(raw.function as Raw), description: "new" } }),
  },
  "another tool": {
    author: () => ({ name: "new", parameters: { type: "object" } }),
    host: () => ({ type: "function", function: { name: "new", parameters: { type: "object" } } }),
  },
} as const satisfies Readonly<Record<string, Edit<ToolSpec>>>;

export const CALL_EDITS = {
  whole: {
    author: (call) => ({ ...call, name: call.name || "exec", arguments: call.arguments ?? "{}" }),
    host: (raw) => {
      const { name, arguments: args, ...body } = (raw.function ?? {}) as Raw;
      const whole = { ...body, name: name || "exec", arguments: args ?? "{}" };
      return { ...(raw.function === undefined ? { type: "function" } : {}), ...raw, function: whole };
    },
  },
  "another call": { author: () => NEW_CALL, host: () => HOST_CALL },
} as const satisfies Readonly<Record<string, Edit<RequestedCall>>>;

export type MessageEdit = keyof typeof MESSAGE_EDITS;
export type ToolEdit = keyof typeof TOOL_EDITS;
export type CallEdit = keyof typeof CALL_EDITS;

/** Applies to each item the edit at its position. The edits repeat if there are fewer of them. */
export function edited<T>(items: readonly T[], edits: readonly ((item: T) => T)[]): T[] {
  return items.map((item, at) => edits[at % edits.length]?.(item) ?? item);
}

function withArguments(call: RequestedCall): RequestedCall {
  return call.name === undefined ? call : { ...call, arguments: "{}" };
}

function rawWithArguments(raw: Raw): Raw {
  const body = raw.function as Raw | null | undefined;
  return typeof body?.name === "string" ? { ...raw, function: { ...body, arguments: "{}" } } : raw;
}

function withOptional(raw: Raw, calls: unknown): Raw {
  return calls === undefined ? raw : { ...raw, tool_calls: calls };
}

/** Copies a message as an author would. Symbol keys must be copied explicitly. */
function copyWithSymbols(message: Message): Message {
  return Object.fromEntries(Reflect.ownKeys(message).map((key) => [key, message[key as keyof Message]])) as never;
}
