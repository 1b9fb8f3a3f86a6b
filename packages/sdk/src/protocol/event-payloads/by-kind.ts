import type { JsonObject } from "../shapes/fields.js";
import type {
  ContextCompressPayload,
  LlmRequestPayload,
  LlmResponsePayload,
  LlmRetryPayload,
  SessionSummarizePayload,
} from "./llm.js";
import type {
  SubturnEndPayload,
  SubturnOrphanPayload,
  SubturnResultDeliveredPayload,
  SubturnSpawnPayload,
} from "./subturn.js";
import type { ToolExecEndPayload, ToolExecSkippedPayload, ToolExecStartPayload } from "./tool.js";
import type {
  ErrorPayload,
  FollowUpQueuedPayload,
  InterruptReceivedPayload,
  SteeringInjectedPayload,
  TurnEndPayload,
  TurnStartPayload,
} from "./turn.js";

/**
 * The known fields of each kind's payload. The keys are capitalized in the payloads of both event methods. The schemas
 * accept any object as a payload: an observer should not break if a newer host adds a field.
 */
export interface EventPayloads {
  turn_start: TurnStartPayload;
  turn_end: TurnEndPayload;
  llm_request: LlmRequestPayload;
  /** Its fields are unknown. */
  llm_delta: JsonObject;
  llm_response: LlmResponsePayload;
  llm_retry: LlmRetryPayload;
  context_compress: ContextCompressPayload;
  session_summarize: SessionSummarizePayload;
  tool_exec_start: ToolExecStartPayload;
  tool_exec_end: ToolExecEndPayload;
  tool_exec_skipped: ToolExecSkippedPayload;
  steering_injected: SteeringInjectedPayload;
  follow_up_queued: FollowUpQueuedPayload;
  interrupt_received: InterruptReceivedPayload;
  subturn_spawn: SubturnSpawnPayload;
  subturn_end: SubturnEndPayload;
  subturn_result_delivered: SubturnResultDeliveredPayload;
  subturn_orphan: SubturnOrphanPayload;
  error: ErrorPayload;
}
