export { HookDeniedError } from "../engine/hook-denied-error.js";
export { withHook } from "./with-hook.js";
