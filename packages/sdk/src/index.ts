export type {
  ApprovalRequest,
  CallOrigin,
  CallSource,
  Calls,
  LlmCall,
  LlmReply,
  Point,
  PromptCall,
  ToolCall,
  ToolKind,
  ToolOutcome,
} from "./hook/calls.js";
export type { Ability, Capability, HostCapabilities, Support } from "./hook/capabilities.js";
export { commandOf, commandsOf, withCommand } from "./hook/command-arguments.js";
export { compose, type EnvOf } from "./hook/compose.js";
export type { Context, Host, Log, ToolContext } from "./hook/context.js";
export {
  type Abort,
  type AddContext,
  type AfterLlmDecision,
  type AfterToolDecision,
  type Approve,
  type ApproveToolDecision,
  type Ask,
  abortTurn,
  addContext,
  approve,
  ask,
  type BeforeLlmDecision,
  type BeforeToolDecision,
  type Decision,
  type DecisionOptions,
  type Decisions,
  type Deny,
  deny,
  hardAbort,
  type LlmReplyPatch,
  type LlmRequestPatch,
  type Modify,
  type ModifyPoint,
  modify,
  type OnPromptDecision,
  type Patches,
  type Respond,
  reject,
  respond,
  type ToolCallPatch,
  type ToolResultPatch,
} from "./hook/decisions.js";
export {
  type Deadlines,
  defineHook,
  type FailurePolicy,
  type Hook,
  type HookDefinition,
} from "./hook/define-hook.js";
export { defineTool, type Tool, type ToolDefinition, ToolError, type ToolReply } from "./hook/define-tool.js";
export type {
  AmbientEventKind,
  EventHandlers,
  EventKind,
  EventOf,
  EventPayloads,
  HookEvent,
  KnownEvent,
  NamedEventKind,
  OpenEvent,
} from "./hook/events.js";
export type { Approver, Handler, OptionalDecision, RequiredDecision } from "./hook/handlers.js";
export { isInside } from "./hook/is-inside.js";
export type {
  Attachment,
  LlmOptions,
  Message,
  RequestedCall,
  SystemPart,
  ToolContent,
  ToolResult,
  ToolSpec,
} from "./hook/message.js";
export type { NativeHandlers } from "./hook/native.js";
export type { Schema, SchemaIssue, SchemaResult } from "./hook/schema.js";
export {
  type Store,
  type StoreKey,
  type StoreKeyOptions,
  type StoreScope,
  storeKey,
  type WindowOptions,
  type WindowUse,
} from "./hook/store.js";
export { StoreError, type StoreErrorCode } from "./hook/store-error.js";
export { pathsOf, urlsOf } from "./hook/tool-arguments.js";
export { forTools, type ToolFilter } from "./hook/tool-filter.js";
export type * from "./hosts/generated/native-handlers.js";
export { serve } from "./serve/serve.js";
