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
export {
  type CheckOptions,
  type ConformanceReport,
  type ConformanceResult,
  checkHook,
} from "./conformance/check-hook.js";
export { ConformanceError, type ConformanceErrorCode } from "./conformance/conformance-error.js";
export type { Verdict as ConformanceVerdict } from "./conformance/finding.js";
export { type ManifestEntry, manifest } from "./conformance/manifest.js";
export { type ReplayedAnswer, type ReplayOptions, type ReplayReport, replay } from "./replay/replay.js";
export type { CallInput, EventInput, FinishedInput, ReplyInput, RequestInput } from "./test-host/calls.js";
export { createTestHost, type TestHostOptions } from "./test-host/create-test-host.js";
export { startTestHost, type TestProcessOptions } from "./test-host/start-test-host.js";
export type { Tested, TestHost, WireOutcome } from "./test-host/test-host.js";
export { type PortableInput, toWireMessage, type WireMessage } from "./test-host/wire-message.js";
