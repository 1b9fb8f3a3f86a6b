/** A call as Codex writes it to stdin. */
export const EXAMPLE = JSON.stringify({
  session_id: "example",
  turn_id: "example",
  transcript_path: "/rollout-example.jsonl",
  cwd: "/",
  hook_event_name: "PreToolUse",
  model: "gpt-5.1",
  permission_mode: "default",
  tool_name: "Bash",
  tool_input: { command: "true" },
  tool_use_id: "call_1",
});
