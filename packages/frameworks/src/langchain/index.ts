export { HookDeniedError } from "../engine/hook-denied-error.js";
export { type HookMiddlewareOptions, hookMiddleware } from "./hook-middleware.js";
