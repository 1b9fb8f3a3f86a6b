export { HookDeniedError } from "../engine/hook-denied-error.js";
export type { ToolOptions } from "../engine/tool-kind.js";
export { hookMiddleware } from "./hook-middleware.js";
