// Tests of hooks that speak PicoClaw's wire: a host in memory, one that starts a process, and the conformance suite.
export {
  type CheckOptions,
  type ConformanceReport,
  type ConformanceResult,
  checkHook,
} from "./conformance/check-hook.js";
export { ConformanceError, type ConformanceErrorCode } from "./conformance/conformance-error.js";
export type { Verdict as ConformanceVerdict } from "./conformance/finding.js";
export { type ManifestEntry, manifest } from "./conformance/manifest.js";
export type { CallInput, EventInput, FinishedInput, ReplyInput, RequestInput } from "./test-host/calls.js";
export { createPicoClawHost, type PicoClawHostOptions } from "./test-host/create-picoclaw-host.js";
export type { PicoClawHost, Tested, WireOutcome } from "./test-host/picoclaw-host.js";
export { type PicoClawProcessOptions, startPicoClawHost } from "./test-host/start-picoclaw-host.js";
export { type PortableInput, toWireMessage, type WireMessage } from "./test-host/wire-message.js";
