// The floor of a hook that is started for every call: it reads stdin to its end and writes an answer.
const chunks: Buffer[] = [];
process.stdin.on("data", (chunk: Buffer) => chunks.push(chunk));
process.stdin.on("end", () => {
  const { hook_event_name = "preToolUse" } = JSON.parse(Buffer.concat(chunks).toString());
  const said = { hook_event_name, permission_decision: "deny", permission_decision_reason: "not here" };
  process.stdout.write(`${JSON.stringify({ decision: "block", hook_specific_output: said })}\n`);
});
