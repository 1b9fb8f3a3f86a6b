export { type CallOptions, HookProcess, type HookProcessOptions } from "./hook-process.js";
export { HookProcessError, type HookProcessErrorCode } from "./hook-process-error.js";
export type { Exit, Patience } from "./terminate.js";
