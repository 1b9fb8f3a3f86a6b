import type { JsonObject } from "../shapes/fields.js";

/** Observed on v0.2.6 to v0.2.9. */
export interface LlmRequestPayload extends JsonObject {
  Model: string;
  MessagesCount: number;
  ToolsCount: number;
  MaxTokens: number;
  Temperature: number;
}

/** Observed on v0.2.6 to v0.2.9. */
export interface LlmResponsePayload extends JsonObject {
  ContentLen: number;
  ToolCalls: number;
  HasReasoning: boolean;
}

/** From PicoClaw's source code. `Backoff` is a Go duration, in nanoseconds. */
export interface LlmRetryPayload extends JsonObject {
  Attempt: number;
  MaxRetries: number;
  Reason: string;
  Error: string;
  Backoff: number;
}

/** From PicoClaw's source code. */
export interface ContextCompressPayload extends JsonObject {
  Reason: string;
  DroppedMessages: number;
  RemainingMessages: number;
}

/** From PicoClaw's source code. */
export interface SessionSummarizePayload extends JsonObject {
  SummarizedMessages: number;
  KeptMessages: number;
  SummaryLen: number;
  OmittedOversized: boolean;
}
