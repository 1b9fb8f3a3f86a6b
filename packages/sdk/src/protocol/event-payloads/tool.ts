import type { JsonObject } from "../shapes/fields.js";

/** Observed on v0.2.6 to v0.2.9. */
export interface ToolExecStartPayload extends JsonObject {
  Tool: string;
  Arguments: JsonObject | null;
}

/** Observed on v0.2.6 to v0.2.9. `Duration` is in nanoseconds. */
export interface ToolExecEndPayload extends JsonObject {
  Tool: string;
  Duration: number;
  ForLLMLen: number;
  ForUserLen: number;
  IsError: boolean;
  Async: boolean;
}

/** Observed on v0.2.6 to v0.2.9. */
export interface ToolExecSkippedPayload extends JsonObject {
  Tool: string;
  Reason: string;
}
