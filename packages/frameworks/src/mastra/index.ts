export { HookDeniedError } from "../engine/hook-denied-error.js";
export type { ToolOptions } from "../engine/tool-kind.js";
export { withHook } from "./with-hook.js";
