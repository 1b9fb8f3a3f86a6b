const call = { tool: "list_dir", arguments: {} };

/** What the host writes to a hook: the handshake, a call and its approval. */
export const EXAMPLE = [
  { jsonrpc: "2.0", id: 1, method: "hook.hello", params: { name: "example", version: 1, modes: ["tool", "approve"] } },
  { jsonrpc: "2.0", id: 2, method: "hook.before_tool", params: call },
  { jsonrpc: "2.0", id: 3, method: "hook.approve_tool", params: call },
]
  .map((message) => JSON.stringify(message))
  .join("\n");
