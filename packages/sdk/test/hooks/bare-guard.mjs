// The same as small-guard.mjs, without the SDK.
let text = "";
process.stdin.on("data", (chunk) => {
  text += chunk;
});
process.stdin.on("end", () => {
  const { hook_event_name: hookEventName, tool_input } = JSON.parse(text);
  if (!/\brm\s+-rf\b/.test(tool_input.command)) return;
  const denial = { permissionDecision: "deny", permissionDecisionReason: "no rm -rf here" };
  process.stdout.write(`${JSON.stringify({ hookSpecificOutput: { hookEventName, ...denial } })}\n`);
});
