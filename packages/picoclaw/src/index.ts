export type {
  AfterLlmParams,
  AfterToolParams,
  ApproveToolParams,
  BeforeLlmParams,
  BeforeToolParams,
  JsonObject,
  LlmResponse,
  Message,
  RuntimeEventParams,
  ToolDefinition,
  ToolResult,
} from "@agent-hook/sdk/internal/picoclaw";
export { type ConfigProblem, checkConfig } from "./config/config-problems.js";
export {
  type HooksConfig,
  type Intercept,
  OWN_FIELDS,
  type ProcessConfig,
  type RestartConfig,
} from "./config/hooks-config.js";
export {
  HooksConfigError,
  type ProcessSettings,
  processSettings,
  type Timeouts,
  timeoutsOf,
} from "./config/read-config.js";
export { HookError, type HookErrorCode, HooksStartError } from "./connection/hook-error.js";
export { type CallOptions, HookProcess, type HookProcessOptions } from "./connection/hook-process.js";
export type { Exit, ShutdownTimeouts } from "./connection/terminate.js";
export type { OnAsk, Question, UserDecision } from "./manager/approvals.js";
export type { HookState, HookStatus } from "./manager/chain-hook.js";
export { HookManager, type HookManagerOptions, type Reported } from "./manager/hook-manager.js";
export type { MountOptions } from "./manager/mounted-hook.js";
export type { Report } from "./manager/report.js";
export type { Execute, RanOutcome, Round, ToolRound } from "./manager/tool-round.js";
export type { TraceEntry } from "./manager/wire-trace.js";
export { answerFault } from "./rules/answer-fault.js";
export { effectOf, type RawAnswer } from "./rules/effect.js";
export type {
  AbortedOutcome,
  AfterLlmOutcome,
  AfterToolOutcome,
  AnsweredOutcome,
  ApprovedOutcome,
  ApproveToolOutcome,
  BeforeLlmOutcome,
  BeforeToolOutcome,
  CallContinues,
  DeniedOutcome,
  Point,
  ReplyContinues,
  RequestContinues,
  ResultContinues,
} from "./rules/outcomes.js";
