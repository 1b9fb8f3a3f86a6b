import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
} from "@modelcontextprotocol/server";
import type { Log } from "../../hook/context.js";
import { MAX_LINE_BYTES } from "../../protocol/index.js";
import type { Clock } from "../../runtime/clock.js";
import { createRepeatLimiter } from "../../runtime/log.js";
import { stringify } from "../../text/index.js";
import { type Answer, answerLine, type EncodeFailure } from "../../wire/answer.js";
import {
  ErrorCode,
  type Incoming,
  type JsonRpcId,
  messageOf,
  parseJson,
  readMessage,
  type WireError,
} from "../../wire/message.js";
import { requestProblem, versionProblem } from "./request-problem.js";

/** What connects a `LineTransport` to the host on one side and to the hook on the other. */
export interface LineTransportOptions {
  write(text: string): void;
  readonly log: Log;
  /** Called for each valid call and notification. `deliver` passes it to the MCP SDK, `answer` answers it instead. */
  onMessage(message: JSONRPCMessage, next: { deliver(): void; answer(answer: Answer): void }): void;
  /** Returns the answer for a result that does not fit the wire. */
  fallback(request: JSONRPCRequest, failure: EncodeFailure): Answer;
}

/**
 * Connects the MCP SDK to the host, line by line. The MCP SDK never sees what it would leave unanswered: a line that is
 * not a message, a call with unexpected params, or a second call with the id of a running one.
 */
export class LineTransport implements Transport {
  onmessage: NonNullable<Transport["onmessage"]> = () => {};
  onclose = (): void => {};
  readonly #running = new Map<JsonRpcId, JSONRPCRequest>();
  /** Whether `initialize` was received. It sets the protocol version, so versions in later calls are ignored. */
  #isInitialized = false;
  #whenIdle = (): void => {};

  readonly #warn: (message: string) => void;

  constructor(private readonly options: LineTransportOptions) {
    this.#warn = createRepeatLimiter(options.log);
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ("method" in message) this.#notify(message);
    else if (message.id !== undefined)
      this.#answer(message.id, "error" in message ? message : { result: message.result });
  }

  /** Receives lines. `first`: the value of the first line, if that was parsed already. */
  receive(lines: readonly string[], first?: unknown): void {
    for (const [index, line] of lines.entries()) {
      const value = (index === 0 ? first : undefined) ?? parseJson(line);
      if (Array.isArray(value)) this.#rejectList(value);
      else this.#accept(readMessage(line, value));
    }
  }

  /** Settles when every call is answered, or when the grace period is over. */
  drained(graceMs: number, clock: Clock): Promise<void> {
    if (this.#idle()) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = clock.after(graceMs, resolve);
      this.#whenIdle = () => {
        cancel();
        resolve();
      };
    });
  }

  #accept(incoming: Incoming): void {
    switch (incoming.kind) {
      case "blank":
        return;
      case "problem":
        this.#reject(incoming.id, incoming.error);
        return;
      case "response":
        this.#warn(`dropped an answer with id ${JSON.stringify(incoming.id)} that no call is waiting for`);
        return;
      case "notification":
        this.#acceptNotification(incoming);
        return;
      case "request":
        this.#acceptRequest(incoming);
    }
  }

  /** Rejects a list of calls. Its sender expects an answer to each of them. */
  #rejectList(list: readonly unknown[]): void {
    const message = "Invalid request: expected one call per line, got an array";
    const ids = list.flatMap((item) => {
      const call = messageOf(item);
      return (call.kind === "request" || call.kind === "problem") && call.id !== null ? [call.id] : [];
    });
    for (const id of ids.length === 0 ? [null] : ids) this.#reject(id, { code: ErrorCode.invalidRequest, message });
  }

  #reject(id: JsonRpcId | null, error: WireError): void {
    this.#warn(error.message);
    if (id !== null && this.#running.has(id)) return;
    this.#write(answerLine(id, { error }, MAX_LINE_BYTES));
  }

  #acceptNotification({ method, params }: Incoming & { kind: "notification" }): void {
    const message = { jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) };
    if (!isJSONRPCNotification(message)) {
      this.options.log.debug(`unreadable notification: ${method.slice(0, 100)}`);
      return;
    }
    this.options.onMessage(message, { deliver: () => this.onmessage(message), answer: () => {} });
    // A cancelled call gets no answer.
    if (method === "notifications/cancelled") this.#settle(params?.requestId as JsonRpcId);
  }

  #acceptRequest({ id, method, params }: Incoming & { kind: "request" }): void {
    if (this.#running.has(id)) {
      this.#warn(`dropped a call with id ${JSON.stringify(id)} while an earlier call with this id is running`);
      return;
    }
    const message = { jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) };
    if (!isJSONRPCRequest(message)) {
      const wrong = typeof id === "number" && !Number.isSafeInteger(id);
      const error = wrong
        ? { code: ErrorCode.invalidRequest, message: 'Invalid request: expected a string or an integer as "id"' }
        : { code: ErrorCode.invalidParams, message: `Invalid params of ${method.slice(0, 100)}: "_meta" is invalid` };
      this.#reject(id, error);
      return;
    }
    this.#isInitialized ||= method === "initialize";
    const problem = requestProblem(message) ?? (this.#isInitialized ? undefined : versionProblem(message));
    if (problem !== undefined) {
      this.#reject(id, problem);
      return;
    }
    this.#running.set(id, message);
    this.options.onMessage(message, {
      deliver: () => this.onmessage(message),
      answer: (answer) => this.#answer(id, answer),
    });
  }

  #answer(id: JsonRpcId, answer: Answer): void {
    const request = this.#running.get(id);
    this.#settle(id);
    const whole: Answer =
      "result" in answer && request !== undefined
        ? {
            result: answer.result,
            fallback: (failure) => stampedAs(answer.result, this.options.fallback(request, failure)),
          }
        : answer;
    this.#write(answerLine(id, whole, MAX_LINE_BYTES));
  }

  #notify(message: object): void {
    const line = `${stringify(message)}\n`;
    if (Buffer.byteLength(line) < MAX_LINE_BYTES) this.#write(line);
    else this.#warn("dropped a notification that is too large");
  }

  #write(line: string): void {
    if (line !== "") this.options.write(line);
  }

  #settle(id: JsonRpcId): void {
    this.#running.delete(id);
    if (this.#idle()) this.#whenIdle();
  }

  /** Whether no call is running. Subscriptions do not count, because they run until the connection ends. */
  #idle(): boolean {
    return [...this.#running.values()].every(({ method }) => method === "subscriptions/listen");
  }
}

/**
 * Copies the fields that the MCP SDK adds to a result from protocol 2026-07-28 on. A client rejects a result without
 * them.
 */
function stampedAs(written: unknown, answer: Answer): Answer {
  if (!("result" in answer)) return answer;
  const { resultType, _meta } = Object(written) as Record<string, unknown>;
  const stamps = resultType === undefined ? {} : { resultType, _meta };
  return { ...answer, result: { ...Object(answer.result), ...stamps } };
}
