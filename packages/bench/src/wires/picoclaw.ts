import { Conversation } from "../driver/conversation.js";
import { lineCalls } from "./line-calls.js";
import { WEATHER, type Wire, type Work } from "./wire.js";

/** 0.9 MB, like the conversation of a long session. Even after a `modify`, it is below the wire's limit of 1 MiB. */
const LARGE_BYTES = 900_000;
const MESSAGE_TEXT = "The quick brown fox jumps over the lazy dog. ".repeat(40);
/** The model that `large-modify` sets. */
const OTHER_MODEL = "other";

/** PicoClaw's wire: JSON-RPC, one message per line. */
export const picoclaw: Wire = {
  async open(hook) {
    const conversation = new Conversation(hook.stdout, hook.stdin, "\n", () => hook.stop());
    await conversation.exchange(HELLO);
    return conversation;
  },
  calls: (work, distinct) => lineCalls(LINES[work], work.startsWith("large") ? 1 : distinct),
  isCorrect(work, answer) {
    const { result } = JSON.parse(answer);
    if (work === "continue") return result.action === "continue";
    if (work === "respond") return result.action === "respond" && result.result.for_llm === WEATHER;
    const expected = { ...conversationOf(LARGE_BYTES), model: OTHER_MODEL };
    return result.action === "modify" && sameFields(result.request, expected);
  },
};

const HELLO = Buffer.from(
  line(1, "hook.hello", { name: "bench", version: 1, modes: ["observe", "llm", "tool", "approve"] }),
);

const META = {
  meta: { AgentID: "main", TurnID: "main-turn-1", ParentTurnID: "", SessionKey: "agent:main:main", Iteration: 1 },
  context: { inbound: { channel: "cli", chat_id: "direct", sender_id: "cron" } },
};

/** A call of a tool that the hook does not define. */
const TOOL_CALL = { ...META, tool: "list_dir", arguments: { path: "." } };

const LINES: Readonly<Record<Work, (id: number) => string>> = {
  continue: (id) => line(id, "hook.before_tool", TOOL_CALL),
  respond: (id) => line(id, "hook.before_tool", { ...META, tool: "get_weather", arguments: { city: "Beijing" } }),
  "large-modify": (id) => line(id, "hook.before_llm", conversationOf(LARGE_BYTES)),
};

/** About 480 messages. */
function conversationOf(bytes: number): Record<string, unknown> {
  const messages = [{ role: "system", content: "You are a helpful agent." }];
  for (let size = 0; size < bytes; size += MESSAGE_TEXT.length + 40) {
    messages.push({ role: messages.length % 2 === 0 ? "assistant" : "user", content: MESSAGE_TEXT });
  }
  return { ...META, model: "fake", messages, tools: [], options: { max_tokens: 1000 } };
}

/** Compares fields in any order. */
function sameFields(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(other);
  const same = (name: string) => JSON.stringify(one[name]) === JSON.stringify(other[name]);
  return names.length === Object.keys(one).length && names.every(same);
}

function line(id: number, method: string, params: object): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
}
