/** A call as docker-agent writes it to stdin. */
export const EXAMPLE = JSON.stringify({
  session_id: "example",
  cwd: "/",
  hook_event_name: "pre_tool_use",
  tool_name: "shell",
  tool_use_id: "call_1",
  tool_input: { cmd: "true" },
});
