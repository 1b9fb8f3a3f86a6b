import type { MethodSpec } from "./method-spec.js";
import { afterLlm } from "./methods/after-llm.js";
import { afterTool } from "./methods/after-tool.js";
import { approveTool } from "./methods/approve-tool.js";
import { beforeLlm } from "./methods/before-llm.js";
import { beforeTool } from "./methods/before-tool.js";
import { event } from "./methods/event.js";
import { hello } from "./methods/hello.js";
import { runtimeEvent } from "./methods/runtime-event.js";

/** Every method of the wire, by name. */
export const methods = {
  "hook.hello": hello,
  "hook.before_llm": beforeLlm,
  "hook.after_llm": afterLlm,
  "hook.before_tool": beforeTool,
  "hook.after_tool": afterTool,
  "hook.approve_tool": approveTool,
  "hook.event": event,
  "hook.runtime_event": runtimeEvent,
} as const satisfies Readonly<Record<string, MethodSpec>>;

export type MethodName = keyof typeof methods;
