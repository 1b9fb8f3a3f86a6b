// PicoClaw's wire, for `@agent-hook/picoclaw/protocol`.
export { isBefore, parseVersion } from "../text/versions.js";
export { EVENT_KINDS, type EventKind, RUNTIME_EVENT_KINDS, type RuntimeEventKind } from "./event-kinds.js";
export type { EventPayloads } from "./event-payloads/by-kind.js";
export type {
  ContextCompressPayload,
  LlmRequestPayload,
  LlmResponsePayload,
  LlmRetryPayload,
  SessionSummarizePayload,
} from "./event-payloads/llm.js";
export type {
  SubturnEndPayload,
  SubturnOrphanPayload,
  SubturnResultDeliveredPayload,
  SubturnSpawnPayload,
} from "./event-payloads/subturn.js";
export type { ToolExecEndPayload, ToolExecSkippedPayload, ToolExecStartPayload } from "./event-payloads/tool.js";
export type {
  ErrorPayload,
  FollowUpQueuedPayload,
  InterruptReceivedPayload,
  SteeringInjectedPayload,
  TurnEndPayload,
  TurnStartPayload,
} from "./event-payloads/turn.js";
export { HOST_TIMEOUTS_MS, MAX_LINE_BYTES, NEWEST_VERSION, PROTOCOL_VERSION } from "./limits.js";
export type { MethodSpec } from "./method-spec.js";
export { type AfterLlmParams, type AfterLlmResult, afterLlm, type LlmResponse } from "./methods/after-llm.js";
export { type AfterToolParams, type AfterToolResult, afterTool } from "./methods/after-tool.js";
export { type ApproveToolParams, type ApproveToolResult, approveTool } from "./methods/approve-tool.js";
export { type BeforeLlmParams, type BeforeLlmResult, beforeLlm } from "./methods/before-llm.js";
export { type BeforeToolParams, type BeforeToolResult, beforeTool } from "./methods/before-tool.js";
export { type EventParams, event } from "./methods/event.js";
export { type HelloParams, type HelloResult, HOOK_MODES, type HookMode, hello } from "./methods/hello.js";
export { type RuntimeEventParams, runtimeEvent } from "./methods/runtime-event.js";
export { type MethodName, methods } from "./methods.js";
export { modeOf, POINTS, type PointName } from "./points.js";
export { type Action, foldAnswerKeys } from "./shapes/answer.js";
export type { JsonObject } from "./shapes/fields.js";
export type { Attachment, Message, SystemPart, ToolCall } from "./shapes/message.js";
export type { CallContext, Meta } from "./shapes/meta.js";
export { type ToolDefinition, type ToolResult, toolResultProblem } from "./shapes/tool.js";
export { type TranscriptEntry, transcriptEntry } from "./transcript.js";
