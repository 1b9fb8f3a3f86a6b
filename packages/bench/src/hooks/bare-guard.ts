// The floor for a hook that Claude Code starts for each call: it reads stdin to its end and denies one kind of command.
const chunks: Buffer[] = [];
process.stdin.on("data", (chunk: Buffer) => chunks.push(chunk));
process.stdin.on("end", () => {
  const text = Buffer.concat(chunks).toString();
  const { hook_event_name: hookEventName, tool_input } = JSON.parse(text);
  if (!/\bgit reset --hard\b/.test(tool_input.command)) return;
  const decision = { permissionDecision: "deny", permissionDecisionReason: "no git reset here" };
  process.stdout.write(`${JSON.stringify({ hookSpecificOutput: { hookEventName, ...decision } })}\n`);
});
