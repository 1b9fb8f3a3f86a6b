import { Conversation } from "../driver/conversation.js";
import { lineCalls } from "./line-calls.js";
import { WEATHER, type Wire } from "./wire.js";

const PROTOCOL_VERSION = "2025-06-18";

/** MCP over stdio: JSON-RPC, one message per line, written without a client. It supports only the tool call. */
export const mcp: Wire = {
  maxInFlight: 1000,
  async open(hook) {
    const conversation = new Conversation(hook.stdout, hook.stdin, "\n", () => hook.stop());
    const hello = {
      protocolVersion: PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: "bench", version: "1.0.0" },
    };
    await conversation.exchange(Buffer.from(line({ id: 1, method: "initialize", params: hello })));
    await conversation.exchange(Buffer.from(line({ method: "notifications/initialized" })), 0);
    return conversation;
  },
  calls: (_work, distinct) =>
    lineCalls(
      (id) => line({ id, method: "tools/call", params: { name: "get_weather", arguments: { city: "Beijing" } } }),
      distinct,
    ),
  isCorrect(_work, answer) {
    const { isError = false, content } = JSON.parse(answer).result;
    return !isError && content[0].text === WEATHER;
  },
};

function line(message: object): string {
  return `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
}
