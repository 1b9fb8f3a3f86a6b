export { HookDeniedError } from "../engine/hook-denied-error.js";
export { type WithHookOptions, withHook } from "./with-hook.js";
