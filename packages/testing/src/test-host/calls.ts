import {
  type AfterLlmParams,
  type AfterToolParams,
  type BeforeLlmParams,
  type BeforeToolParams,
  isBefore,
  type LlmResponse,
  type RuntimeEventParams,
  type ToolResult,
} from "@agent-hook/protocol";

/** A request of the model; what is left out is filled in. */
export type RequestInput = Partial<BeforeLlmParams>;
/** A reply of the model; text stands for `{ content: text }`. */
export type ReplyInput = string | LlmResponse;
/** A tool call. */
export type CallInput = Pick<BeforeToolParams, "tool"> & Partial<BeforeToolParams>;
/** A finished tool call; text stands for `{ for_llm: text }`. */
export type FinishedInput = CallInput & { readonly result: string | ToolResult; readonly duration?: number };
/** What happened: a kind as v0.2.9 names it, and its payload. */
export type EventInput = Pick<RuntimeEventParams, "kind"> & Partial<RuntimeEventParams>;

const SESSION = "test-session";
const INBOUND = { channel: "cli", chat_id: "direct", chat_type: "direct", sender_id: "user" };

/** Calls as PicoClaw of one version makes them. Each belongs to a turn of its own. */
export class Calls {
  #turns = 0;

  constructor(private readonly version: string) {}

  request(input: RequestInput): BeforeLlmParams {
    const messages = [{ role: "user", content: "hello" }];
    return { ...this.#origin("turn.llm.request"), model: "test-model", messages, tools: [], options: {}, ...input };
  }

  /** Tool calls reach a hook as ids alone. */
  reply(input: ReplyInput): AfterLlmParams {
    const whole = wholeReply(input);
    const calls = whole.tool_calls?.map(({ id }) => ({ id }));
    const response = { ...whole, ...(calls === undefined ? {} : { tool_calls: calls }) };
    return { ...this.#origin("turn.llm.response"), model: "test-model", response };
  }

  call(input: CallInput, tracePath = "turn.tool.before"): BeforeToolParams {
    return { ...this.#origin(tracePath), arguments: {}, ...input };
  }

  finished({ result, ...input }: FinishedInput): AfterToolParams {
    return {
      duration: 1_000_000,
      ...this.call(input, "turn.tool.after"),
      result: typeof result === "string" ? { for_llm: result } : result,
    };
  }

  event(input: EventInput): RuntimeEventParams {
    const scope = { agent_id: "main", session_key: SESSION, turn_id: `main-turn-${this.#turns}`, ...INBOUND };
    const source = { component: "agent", name: "main" };
    return { time: new Date().toISOString(), source, scope, severity: "info", payload: {}, ...input };
  }

  #origin(tracePath: string) {
    this.#turns += 1;
    const meta = {
      AgentID: "main",
      TurnID: `main-turn-${this.#turns}`,
      ParentTurnID: "",
      SessionKey: SESSION,
      Iteration: 1,
      TracePath: tracePath,
      Source: "runTurn",
    };
    if (isBefore(this.version, "v0.2.7")) return { meta, channel: INBOUND.channel, chat_id: INBOUND.chat_id };
    return { meta, context: { inbound: INBOUND } };
  }
}

/** A reply with every field that the host always sends. */
export function wholeReply(input: ReplyInput): LlmResponse {
  const given = typeof input === "string" ? { content: input } : input;
  const finish = given.tool_calls?.length ? "tool_calls" : "stop";
  return { content: "", finish_reason: finish, reasoning: "", reasoning_details: null, ...given };
}
