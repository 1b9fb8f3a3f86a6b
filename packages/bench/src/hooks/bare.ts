// The floor: the cost of a hook that checks nothing, guards nothing and supports one host.
import { createInterface } from "node:readline";

const modifies = process.argv.includes("--modify");

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line) as { id: number; method: string; params: Record<string, unknown> };
  if (message.id === undefined) return;
  let result: unknown = { action: "continue" };
  if (message.method === "hook.hello") result = { ok: true };
  else if (message.method === "hook.approve_tool") result = { approved: true };
  else if (message.method === "hook.before_tool" && message.params.tool === "get_weather") {
    const { city } = message.params.arguments as { city: string };
    result = { action: "respond", result: { for_llm: `${city}: sunny, 15 °C`, silent: false, is_error: false } };
  } else if (modifies && message.method === "hook.before_llm") {
    result = { action: "modify", request: { ...message.params, model: "other" } };
  }
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: message.id, result })}\n`);
});
