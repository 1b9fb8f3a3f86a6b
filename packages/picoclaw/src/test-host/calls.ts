import type {
  AfterLlmParams,
  AfterToolParams,
  BeforeLlmParams,
  BeforeToolParams,
  CallContext,
  JsonObject,
  LlmResponse,
  Message,
  Meta,
  RuntimeEventKind,
  RuntimeEventParams,
  ToolCall,
  ToolDefinition,
} from "@agent-hook/sdk/internal/picoclaw";
import { assertKnownKeys, isBefore } from "@agent-hook/sdk/internal/text";

/** The origin of a call; missing fields are filled in. */
interface OriginInput {
  readonly meta?: Meta;
  readonly context?: CallContext;
  readonly channel?: string;
  readonly chat_id?: string;
}
/** A request to the model; missing fields are filled in. */
export interface RequestInput extends OriginInput {
  readonly model?: string;
  readonly messages?: Message[];
  readonly tools?: ToolDefinition[];
  readonly options?: JsonObject;
  readonly graceful_terminal?: boolean;
}
/** A reply of the model. A string means `{ content: text }`. */
export type ReplyInput = string | ReplyFields;
interface ReplyFields {
  readonly content?: string;
  readonly tool_calls?: ToolCall[];
  readonly finish_reason?: string;
  readonly reasoning?: string;
  readonly reasoning_content?: string;
  readonly reasoning_details?: unknown[] | null;
  readonly usage?: {
    readonly prompt_tokens?: number;
    readonly completion_tokens?: number;
    readonly total_tokens?: number;
  };
}
/** A tool call. */
export interface CallInput extends OriginInput {
  readonly tool: string;
  readonly arguments?: JsonObject;
}
/** A finished tool call. A string means `{ for_llm: text }`. */
export interface FinishedInput extends CallInput {
  readonly result: string | ResultFields;
  /** Nanoseconds. */
  readonly duration?: number;
}
interface ResultFields {
  readonly for_llm?: string;
  readonly for_user?: string;
  readonly silent?: boolean;
  readonly is_error?: boolean;
  readonly async?: boolean;
  readonly media?: string[];
  readonly artifact_tags?: string[];
  readonly response_handled?: boolean;
}
/** An event: a kind as in v0.2.9 (any other reaches the hook as `other`), and its payload. */
export interface EventInput {
  readonly kind: RuntimeEventKind | (string & {});
  readonly payload?: JsonObject;
  readonly time?: string;
  readonly severity?: string;
}

const ORIGIN = ["meta", "context", "channel", "chat_id"];
const CALL = [...ORIGIN, "tool", "arguments"];
const KNOWN = {
  beforeLlm: [...ORIGIN, "model", "messages", "tools", "options", "graceful_terminal"],
  afterLlm: Object.keys({
    content: 0,
    tool_calls: 0,
    finish_reason: 0,
    reasoning: 0,
    reasoning_content: 0,
    reasoning_details: 0,
    usage: 0,
  } satisfies Record<keyof ReplyFields, 0>),
  call: CALL,
  afterTool: [...CALL, "result", "duration"],
  emit: ["kind", "payload", "time", "severity"],
} as const;

/** Throws for unknown fields: a misspelled field would test nothing. */
function assertInput(where: keyof typeof KNOWN, input: unknown): void {
  if (typeof input !== "object" || input === null)
    throw new TypeError(`${where}: expected an object, got ${String(input)}`);
  assertKnownKeys(where, input, KNOWN[where]);
}

const SESSION = "test-session";
const INBOUND = { channel: "cli", chat_id: "direct", chat_type: "direct", sender_id: "user" };

/** Creates calls as one version of PicoClaw does. Each belongs to a new turn. */
export class WireCalls {
  #turns = 0;

  constructor(private readonly version: string) {}

  request(input: RequestInput): BeforeLlmParams {
    assertInput("beforeLlm", input);
    const messages = [{ role: "user", content: "hello" }];
    return { ...this.#origin("turn.llm.request"), model: "test-model", messages, tools: [], options: {}, ...input };
  }

  /** Creates a reply of the model. A hook receives only the ids of its tool calls. */
  reply(input: ReplyInput): AfterLlmParams {
    if (typeof input !== "string") assertInput("afterLlm", input);
    const whole = completeReply(input);
    const calls = whole.tool_calls?.map(({ id }) => ({ id }));
    const response = { ...whole, ...(calls === undefined ? {} : { tool_calls: calls }) };
    return { ...this.#origin("turn.llm.response"), model: "test-model", response };
  }

  call(input: CallInput, tracePath = "turn.tool.before"): BeforeToolParams {
    assertInput("call", input);
    return { ...this.#origin(tracePath), arguments: {}, ...input };
  }

  finished(finished: FinishedInput): AfterToolParams {
    assertInput("afterTool", finished);
    const { result, duration = 1_000_000, ...input } = finished;
    return {
      ...this.call(input, "turn.tool.after"),
      duration,
      result: typeof result === "string" ? { for_llm: result } : { ...result },
    };
  }

  event(input: EventInput): RuntimeEventParams {
    assertInput("emit", input);
    if (typeof input.kind !== "string") throw new TypeError('emit: expected a kind such as "agent.tool.exec_end"');
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

/** Returns a reply with every field that the host always sends. */
export function completeReply(input: ReplyInput): LlmResponse {
  const given = typeof input === "string" ? { content: input } : input;
  const finish = given.tool_calls?.length ? "tool_calls" : "stop";
  return { content: "", finish_reason: finish, reasoning: "", reasoning_details: null, ...given };
}
