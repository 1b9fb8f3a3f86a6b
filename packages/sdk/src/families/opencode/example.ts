import type { Program } from "./program.js";

/** Returns a call as the plugin writes it to stdin. */
export function exampleOf({ mark }: Program): string {
  return JSON.stringify({
    hook_event_name: "tool.execute.before",
    session_id: "ses_example",
    cwd: "/",
    ...(mark !== undefined && { host: mark }),
    timestamp: "1970-01-01T00:00:00.000Z",
    tool_name: "bash",
    tool_input: { command: "true" },
    tool_use_id: "call_1",
  });
}
