export { HookDeniedError } from "../engine/hook-denied-error.js";
export { type HookableSettings, type HookedSettings, type WithHookOptions, withHook } from "./with-hook.js";
