/** A call as Copilot CLI writes it to stdin. */
export const EXAMPLE = JSON.stringify({
  sessionId: "example",
  timestamp: 0,
  cwd: "/",
  toolName: "bash",
  toolArgs: { command: "true" },
});
