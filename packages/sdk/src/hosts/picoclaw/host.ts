import { parseVersion } from "@agent-hook/protocol/text";
import type { PersistentHost } from "../known-host.js";

/** Whether a first message is from PicoClaw: JSON-RPC with a hook method. */
function recognise(first: unknown): boolean {
  const method = typeof first === "object" && first !== null && "method" in first ? first.method : undefined;
  return typeof method === "string" && method.startsWith("hook.");
}

const call = { tool: "list_dir", arguments: {} };

/** What the host writes to a hook: the handshake, a call and its approval. */
const EXAMPLE = [
  { jsonrpc: "2.0", id: 1, method: "hook.hello", params: { name: "example", version: 1, modes: ["tool", "approve"] } },
  { jsonrpc: "2.0", id: 2, method: "hook.before_tool", params: call },
  { jsonrpc: "2.0", id: 3, method: "hook.approve_tool", params: call },
]
  .map((message) => JSON.stringify(message))
  .join("\n");

export const host: PersistentHost = {
  name: "picoclaw",
  title: "PicoClaw",
  lifetime: "persistent",
  recognise,
  versions: { parse: parseVersion, example: "v0.2.9" },
  example: EXAMPLE,
  load: async () => (await import("./service.js")).serveHook,
};
