/** A call as Gemini CLI writes it to stdin. */
export const EXAMPLE = JSON.stringify({
  session_id: "example",
  transcript_path: "/example.jsonl",
  cwd: "/",
  hook_event_name: "BeforeTool",
  timestamp: "1970-01-01T00:00:00.000Z",
  tool_name: "run_shell_command",
  tool_input: { command: "true" },
});
