/** A call as Claude Code writes it to stdin. */
export const EXAMPLE = JSON.stringify({
  session_id: "example",
  transcript_path: "/example.jsonl",
  cwd: "/",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "true" },
  tool_use_id: "toolu_1",
});
