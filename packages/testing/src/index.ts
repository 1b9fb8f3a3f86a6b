export {
  ConformanceError,
  type ConformanceErrorCode,
  type ConformanceResult,
  type ConformanceVerdict,
} from "@agent-hook/picoclaw/testing";
export type {
  HookEventCall,
  LlmInput,
  LlmReplyInput,
  LlmTestOutcome,
  OnAsk,
  PromptTestOutcome,
  TestDecision,
  TestMessage,
  TestOutcome,
  TestQuestion,
  ToolInput,
  ToolResultInput,
  ToolTestOutcome,
} from "@agent-hook/sdk/internal/adapter";
export {
  type Difference,
  type EntryOptions,
  entryOf,
  readTranscript,
  type TranscriptEntry,
  TranscriptError,
  type TranscriptErrorCode,
  TranscriptWriter,
} from "@agent-hook/sdk/internal/transcript";
export {
  type CommandCheckOptions,
  type CommandReport,
  checkCommandHook,
} from "./command-conformance/check-command-hook.js";
export { CHECKED_HOSTS, commandManifest } from "./command-conformance/hosts.js";
export type { ReplayOptions } from "./replay/options.js";
export { replay } from "./replay/replay.js";
export type { ExtraAnswer, ReplayedAnswer, ReplayReport } from "./replay/report.js";
export { createTestHost, type TestHostOptions } from "./test-host/create-test-host.js";
export { startTestHost, type TestProcessOptions } from "./test-host/start-test-host.js";
export type { CommonKind, TestHost } from "./test-host/test-host.js";
export { type HostChoice, TEST_HOSTS, type TestHostName } from "./test-host/test-host-name.js";
