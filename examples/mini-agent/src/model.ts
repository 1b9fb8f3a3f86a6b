import type { JsonObject, Message, ToolDefinition } from "@agent-hook/protocol";

/** What the model is given: this, and nothing else. */
export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly options: JsonObject;
}

/** A tool call that the model asks for; `arguments` is JSON text. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface ModelReply {
  readonly content: string;
  readonly calls: readonly ModelCall[];
}

export interface Model {
  /** Says in the terminal which model this is. */
  readonly label: string;
  /** The name that goes over the wire, and that a hook may change. */
  readonly name: string;
  reply(request: ModelRequest): Promise<ModelReply>;
}

/** The model gave no reply; the message says why and what to do. */
export class ModelError extends Error {
  override readonly name = "ModelError";
}
