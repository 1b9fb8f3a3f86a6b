import type { Message } from "@agent-hook/sdk";
import { RAW } from "@agent-hook/sdk/internal/adapter";
import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import { textOf } from "../engine/tool-text.js";

/** Where a message of a handler comes from: a message of the prompt, and the part of it if there are several. */
interface Place {
  readonly message: number;
  readonly part?: number;
}

type Marked = Message & { readonly [RAW]?: Place };

/** Returns a prompt as handlers read it. Each result of a tool is a message of its own. */
export function messagesOf(prompt: LanguageModelV4Prompt): readonly Message[] {
  return prompt.flatMap((message, at): Marked[] => {
    if (message.role !== "tool") return [{ ...plain(message), [RAW]: { message: at } }];
    return message.content.flatMap((part, index) =>
      part.type === "tool-result"
        ? [
            {
              role: "tool",
              content: outputText(part),
              toolCallId: part.toolCallId,
              [RAW]: { message: at, part: index },
            },
          ]
        : [],
    );
  });
}

function plain(message: Exclude<LanguageModelV4Message, { role: "tool" }>): Message {
  const { role, content } = message;
  if (role === "system") return { role, content };
  const calls = content.flatMap((part) =>
    part.type === "tool-call" ? [{ id: part.toolCallId, name: part.toolName, arguments: textOf(part.input) }] : [],
  );
  const reasoning = content.flatMap((part) => (part.type === "reasoning" ? [part.text] : [])).join("\n");
  return {
    role,
    content: content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
    ...(reasoning === "" ? {} : { reasoning }),
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
  };
}

function outputText({ output }: LanguageModelV4ToolResultPart): string {
  if (output.type === "execution-denied") return output.reason ?? "";
  if (output.type !== "content") return textOf(output.value);
  return output.value.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/**
 * Returns the prompt with the messages of a handler. A message whose text is unchanged stays as it was, with its files.
 * Of a changed one, the text parts become one text.
 */
export function promptWith(prompt: LanguageModelV4Prompt, messages: readonly Message[]): LanguageModelV4Prompt {
  const before = new Map(messagesOf(prompt).map((message) => [keyOf((message as Marked)[RAW]), message.content]));
  const result: LanguageModelV4Message[] = [];
  let lastTool: number | undefined;
  for (const message of messages) {
    const place = (message as Marked)[RAW];
    const original = place && prompt[place.message];
    const isSame = original !== undefined && before.get(keyOf(place)) === message.content;
    if (original?.role === "tool") {
      const part = original.content[place?.part ?? 0] as LanguageModelV4ToolResultPart;
      const shown = isSame ? part : { ...part, output: { type: "text" as const, value: message.content } };
      const last = result.at(-1);
      // The results of one message stay together, with the approvals between them.
      if (lastTool === place?.message && last?.role === "tool") last.content.push(shown);
      else result.push({ ...original, content: [...approvalsOf(original), shown] });
      lastTool = place?.message;
    } else {
      lastTool = undefined;
      result.push(original === undefined ? created(message) : isSame ? original : changed(original, message.content));
    }
  }
  return result;
}

type ToolMessage = Extract<LanguageModelV4Message, { role: "tool" }>;

function approvalsOf({ content }: ToolMessage): ToolMessage["content"] {
  return content.filter((part) => part.type !== "tool-result");
}

function changed(original: Exclude<LanguageModelV4Message, ToolMessage>, text: string): LanguageModelV4Message {
  if (original.role === "system") return { ...original, content: text };
  const others = original.content.filter((part) => part.type !== "text");
  return { ...original, content: [{ type: "text", text }, ...others] } as LanguageModelV4Message;
}

/** Creates a message that a handler added. */
function created({ role, content }: Message): LanguageModelV4Message {
  if (role === "tool") throw new TypeError("a tool's message cannot be added: it is added after the call");
  if (role === "system" || role === "developer") return { role: "system", content };
  return { role, content: [{ type: "text", text: content }] };
}

function keyOf(place: Place | undefined): string {
  return place === undefined ? "" : `${place.message}/${place.part ?? ""}`;
}
