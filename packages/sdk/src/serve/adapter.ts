// The engine of `serve`, for adapters of other hosts in other packages. Only for packages that are released together
// with this one: it may change in any version.

export { textOfBlocks, withTextOfBlocks } from "../codec/content-blocks.js";
export type { Calls, Point } from "../hook/calls.js";
export type { Log } from "../hook/context.js";
export type { Decisions } from "../hook/decisions.js";
export type { HookEvent } from "../hook/events.js";
export type { NativeTable } from "../hook/native.js";
export { RAW } from "../hook/raw.js";
export { TOOL_KIND_NAMES, TOOL_POINTS } from "../hook/tool-filter.js";
export { guardFilters, type HostTools, lettersOf, whyGuardUnmatched } from "../hook/unmatched-filter.js";
export { capabilities as civicCapabilities } from "../hosts/civic/capabilities.js";
export { FAMILIES, type Family, METHOD_NAMES, type MethodName } from "../hosts/civic/events.js";
export { type ListedTool, toolList } from "../hosts/mcp/tool-list.js";
export { encodeResult, errorResult, OmittedFields } from "../hosts/mcp/tool-result.js";
export type { Outcome, ToolCallOutcome } from "../runtime/call-state.js";
export { type Clock, systemClock } from "../runtime/clock.js";
export { copyOf } from "../runtime/copies.js";
export { describedHost } from "../runtime/described-host.js";
export { Dispatcher } from "../runtime/dispatcher.js";
export { Failure } from "../runtime/failure.js";
export type { Observation } from "../runtime/observation.js";
export { decidesOnCalls, type Member, type PreparedHook } from "../runtime/prepared-hook.js";
export type { CallAnswer, CallService } from "../runtime/session.js";
export { configuredStore, memoryStore, StoreSource } from "../store/source.js";
export { type InexactJson, inexactJson, inexactProblem } from "../wire/inexact-numbers.js";
export { openCallService } from "./one-shot-calls.js";
export { type OpenedHook, openHook } from "./open-hook.js";
export { Recording } from "./recording.js";
export type { Engine, OnAsk, SimulatedTestHost, TestHostEnvironment, TestQuestion } from "./test-host/engine.js";
export { type LlmInput, type LlmReplyInput, runTool, type ToolInput, type ToolResultInput } from "./test-host/input.js";
export type {
  HookEventCall,
  LlmTestOutcome,
  PromptTestOutcome,
  TestDecision,
  TestMessage,
  TestOutcome,
  ToolTestOutcome,
} from "./test-host/outcome.js";
