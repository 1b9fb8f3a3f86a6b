// PicoClaw's wire in its own terms, for packages that are released with this one. This module may change in any
// version.
export type { CallInput, EventInput, FinishedInput, ReplyInput, RequestInput } from "../picoclaw/calls.js";
export { createPicoClawHost, type PicoClawHostOptions } from "../picoclaw/create-picoclaw-host.js";
export type { PicoClawHost, Tested, WireOutcome } from "../picoclaw/picoclaw-host.js";
export { type PicoClawProcessOptions, startPicoClawHost } from "../picoclaw/start-picoclaw-host.js";
export { type PortableInput, toWireMessage, type WireMessage } from "../picoclaw/wire-message.js";
