import type { JsonObject } from "../shapes/fields.js";

/** Observed on v0.2.6 to v0.2.9. Only v0.2.6 has `Channel` and `ChatID`; later versions put them in the context. */
export interface TurnStartPayload extends JsonObject {
  UserMessage: string;
  MediaCount: number;
  Channel?: string;
  ChatID?: string;
}

/** Observed on v0.2.6 to v0.2.9. `Duration` is in nanoseconds. The optional fields exist from v0.2.9 on. */
export interface TurnEndPayload extends JsonObject {
  Status: string;
  Iterations: number;
  Duration: number;
  FinalContentLen: number;
  FinalContent?: string;
  UserMessage?: string;
  Workspace?: string;
  ToolKinds?: string[] | null;
  ToolExecutions?: { name: string; success: boolean; [field: string]: unknown }[] | null;
}

/** From PicoClaw's source code. */
export interface SteeringInjectedPayload extends JsonObject {
  Count: number;
  TotalContentLen: number;
}

/** From PicoClaw's source code. */
export interface FollowUpQueuedPayload extends JsonObject {
  SourceTool: string;
  ContentLen: number;
}

/** From PicoClaw's source code. */
export interface InterruptReceivedPayload extends JsonObject {
  Kind: string;
  Role: string;
  ContentLen: number;
  QueueDepth: number;
  HintLen: number;
}

/** Observed on v0.2.6. */
export interface ErrorPayload extends JsonObject {
  Stage: string;
  Message: string;
}
