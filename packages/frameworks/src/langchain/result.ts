import { type BaseMessage, coerceMessageLikeToMessage, ToolMessage } from "@langchain/core/messages";
import { textOf } from "../engine/tool-text.js";

type Block = Readonly<Record<string, unknown>>;

/** A result with which a tool changes the state of the run, such as its messages. */
interface Command {
  readonly lg_name: "Command";
  readonly update?: Readonly<Record<string, unknown>> | readonly (readonly [string, unknown])[];
}

// Not `instanceof`: an application can have several copies of LangGraph.
export function isCommand(result: unknown): result is Command {
  return Object(result).lg_name === "Command";
}

export function isErrorResult(result: unknown): boolean {
  return ToolMessage.isInstance(result) && result.status === "error";
}

/** Returns all that the model reads of a result. */
export function textOfResult(result: unknown): string {
  if (isCommand(result)) return messagesIn(result).map(textOfMessage).join("\n");
  return ToolMessage.isInstance(result) ? textOfMessage(result) : textOf(result);
}

/** Returns a copy of a message with this text instead of all that `textOfResult` returns of it. */
export function changedMessage(message: ToolMessage, text: string, isError: boolean): ToolMessage {
  const media = Array.isArray(message.content) ? message.content.filter(isMedia) : [];
  const fields: object = {
    ...message.lc_kwargs,
    id: message.id,
    content: media.length === 0 ? text : [{ type: "text", text }, ...media],
    status: isError ? "error" : "success",
    // The artifact is the tool's own form of the result that the hook changed.
    artifact: undefined,
  };
  return new ToolMessage(fields as ConstructorParameters<typeof ToolMessage>[0]);
}

/** Returns a copy of a Command whose only message is this one. */
export function withMessage<AnyCommand extends Command>(command: AnyCommand, message: ToolMessage): AnyCommand {
  const others = updates(command).filter(([name]) => name !== "messages");
  const update = [...others, ["messages", [message]]];
  return Object.assign(Object.create(Object.getPrototypeOf(command)), command, { update });
}

/** Returns the messages that a Command adds. */
export function messagesIn(command: Command): readonly BaseMessage[] {
  return updates(command)
    .filter(([name]) => name === "messages")
    .flatMap(([, added]) => (Array.isArray(added) ? added : [added]))
    .map((message) => coerceMessageLikeToMessage(message));
}

function updates({ update = {} }: Command): readonly (readonly [string, unknown])[] {
  return Array.isArray(update) ? update : Object.entries(update);
}

/** The JSON of a block that is neither text nor media, so that no text is missed. */
function textOfMessage({ content }: BaseMessage): string {
  if (typeof content === "string") return content;
  return content
    .filter((block) => !isMedia(block))
    .map((block: Block) => (block.type === "text" ? String(block.text) : JSON.stringify(block)))
    .join("\n");
}

function isMedia({ type }: Block): boolean {
  return /^(?:input_)?(?:image|audio|video|file)(?:_url)?$/.test(String(type));
}
