export { HookDeniedError } from "../engine/hook-denied-error.js";
export { hookMiddleware } from "./hook-middleware.js";
