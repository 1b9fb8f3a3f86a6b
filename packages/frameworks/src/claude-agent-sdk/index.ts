export { type HookableOptions, withHook } from "./with-hook.js";
