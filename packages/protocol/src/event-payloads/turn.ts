import type { JsonObject } from "../shapes/json-object.js";

/** Run, v0.2.6 to v0.2.9. `Channel` and `ChatID` on v0.2.6 only; later versions have them in the context or scope. */
export interface TurnStartPayload extends JsonObject {
  UserMessage: string;
  MediaCount: number;
  Channel?: string;
  ChatID?: string;
}

/** Run, v0.2.6 to v0.2.9. `Duration` is in nanoseconds; the optional fields come with v0.2.9. */
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

/** Code. */
export interface SteeringInjectedPayload extends JsonObject {
  Count: number;
  TotalContentLen: number;
}

/** Code. */
export interface FollowUpQueuedPayload extends JsonObject {
  SourceTool: string;
  ContentLen: number;
}

/** Code. */
export interface InterruptReceivedPayload extends JsonObject {
  Kind: string;
  Role: string;
  ContentLen: number;
  QueueDepth: number;
  HintLen: number;
}

/** Run, v0.2.6. */
export interface ErrorPayload extends JsonObject {
  Stage: string;
  Message: string;
}
