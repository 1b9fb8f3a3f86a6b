import type { JsonObject, Message, ToolDefinition } from "@agent-hook/picoclaw";

/** Everything that the model gets. */
export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly options: JsonObject;
}

/** A tool call of the model. `arguments` is JSON text. */
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
  /** Names the model in the terminal. */
  readonly label: string;
  /** The name on the wire, which a hook may change. */
  readonly name: string;
  reply(request: ModelRequest): Promise<ModelReply>;
}

/** The model gave no reply. The message says why and what to do. */
export class ModelError extends Error {
  override readonly name = "ModelError";
}
