// The floor for a one-shot hook: it reads stdin to its end and writes an answer that most hosts accept.
const chunks: Buffer[] = [];
process.stdin.on("data", (chunk: Buffer) => chunks.push(chunk));
process.stdin.on("end", () => {
  const text = Buffer.concat(chunks).toString();
  const { hook_event_name = "preToolUse", tool_input, toolArgs, tool_call } = JSON.parse(text);
  const { command, cmd = command } = tool_input ?? toolArgs ?? tool_call.input;
  if (!/\brm\s+-rf\b/.test(cmd)) return;
  const hookSpecificFields = { permissionDecision: "deny", permissionDecisionReason: "no rm -rf here" };
  process.stdout.write(
    `${JSON.stringify({ hookSpecificOutput: { hookEventName: hook_event_name, ...hookSpecificFields } })}\n`,
  );
});
