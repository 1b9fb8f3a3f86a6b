/** 0.9 MB, as the conversation of a long session: below the wire's 1 MiB after a `modify`. */
const LARGE_BYTES = 900_000;
const MESSAGE_TEXT = "The quick brown fox jumps over the lazy dog. ".repeat(40);

export function hello(id: number): string {
  return line(id, "hook.hello", { name: "bench", version: 1, modes: ["observe", "llm", "tool", "approve"] });
}

export function beforeTool(id: number): string {
  return line(id, "hook.before_tool", {
    meta: { AgentID: "main", TurnID: "main-turn-1", ParentTurnID: "", SessionKey: "agent:main:main", Iteration: 1 },
    context: { inbound: { channel: "cli", chat_id: "direct", sender_id: "cron" } },
    tool: "list_dir",
    arguments: { path: "." },
  });
}

/** A `before_llm` of 0.9 MB in some 480 messages. */
export function beforeLlm(id: number): string {
  const messages = [{ role: "system", content: "You are a helpful agent." }];
  for (let size = 0; size < LARGE_BYTES; size += MESSAGE_TEXT.length + 40) {
    messages.push({ role: messages.length % 2 === 0 ? "assistant" : "user", content: MESSAGE_TEXT });
  }
  return line(id, "hook.before_llm", { model: "fake", messages, tools: [], options: { max_tokens: 1000 } });
}

function line(id: number, method: string, params: object): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
}
