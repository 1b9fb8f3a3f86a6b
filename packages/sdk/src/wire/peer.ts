import { stringify } from "@agent-hook/protocol/text";
import {
  type CancellationStrategy,
  CancellationToken,
  createMessageConnection,
  Event,
  type Message,
  type MessageReader,
  type MessageStrategy,
  type MessageWriter,
  RAL,
  type RequestMessage,
  ResponseError,
  type ResponseMessage,
} from "vscode-jsonrpc";
import { type Answer, answerLine } from "./answer.js";
import { IdPool } from "./id-pool.js";
import {
  ErrorCode,
  type Incoming,
  type JsonRpcId,
  type Params,
  type Problem,
  readMessage,
  readReply,
  type WireError,
} from "./message.js";

/** What a side of the wire does with what comes in. */
export interface PeerOptions {
  /** Writes one or more whole lines. */
  write(text: string): void;
  /** No line of this many bytes or more is written as an answer. Default: no limit. */
  readonly maxLineBytes?: number;
  /** Answers a call; must not throw. Without it, calls are stray. */
  onRequest?(method: string, params: Params): Answer | Promise<Answer>;
  /** What answers a call whose own answer got lost because a dependency replaced parts of `Promise`; default an error. */
  onLost?(method: string): Answer | undefined;
  onNotification?(method: string, params: Params): void;
  /** A line that is no message. What it returns is sent; default nothing. */
  onProblem?(problem: Problem, line: string): Answer | undefined;
  /** Told of what is dropped: a second call under a running id, an answer to no question. */
  onStray?(what: string): void;
}

/** One side of a line-delimited JSON-RPC 2.0 wire. */
export interface Peer {
  receive(lines: readonly string[]): void;
  /**
   * Calls under an id that no other running call has. By default ids count from 1: 0 means "no id" to some hosts and
   * hooks. Rejects with `ErrorReply` or what `close` was given.
   */
  request(method: string, params: object, id?: number): Promise<unknown>;
  /** Throws for what is no JSON. */
  notify(method: string, params: object): void;
  /** Writes what waits to be written, now. */
  flush(): void;
  /** Rejects all that is pending. */
  close(reason: Error): void;
}

/** The other side answered with an error. */
export class ErrorReply extends Error {
  override readonly name = "ErrorReply";
  readonly code: number;

  constructor({ code, message }: WireError) {
    super(message);
    this.code = code;
  }
}

// vscode-jsonrpc tells its errors by `instanceof`. A dependency of a hook that redefines it for `Error` would have every
// answer taken for an error that cannot be written.
Object.defineProperty(ResponseError, Symbol.hasInstance, { value: Function.prototype[Symbol.hasInstance] });

/** The one place that knows vscode-jsonrpc. Its edge is ours: nothing that it mishandles gets to it. */
export function createPeer(options: PeerOptions): Peer {
  installScheduler();
  const maxBytes = options.maxLineBytes ?? Number.POSITIVE_INFINITY;
  /** The methods of the calls that run. */
  const running = new Map<JsonRpcId, string>();
  const seats = new IdPool();
  const pending = new Map<number, (reason: Error) => void>();
  // Between the ids on the wire and those of vscode-jsonrpc, which count from 0.
  const idsOnWire = new Map<number, number>();
  const idsBehindWire = new Map<number, number>();
  // What vscode-jsonrpc passes off as an error reply when a call could not be written.
  const unwritten = new Map<number, unknown>();
  const read = options.onRequest === undefined ? readReply : readMessage;
  let waiting: string[] = [];
  let firstAnswered = false;
  let deliver: (message: Message) => void = () => {};

  const flush = (): void => {
    if (waiting.length === 0) return;
    const text = waiting.length === 1 ? (waiting[0] as string) : waiting.join("");
    waiting = [];
    options.write(text);
  };
  // The next tick comes after all promise jobs: the answers to one chunk leave in two writes.
  const send = (line: string): void => {
    if (line !== "" && waiting.push(line) === 1) process.nextTick(flush);
  };
  const written = Promise.resolve();
  const writer: MessageWriter = {
    onError: Event.None,
    onClose: Event.None,
    write(message) {
      try {
        send(outgoingLine(message as RequestMessage & ResponseMessage));
      } catch (cause) {
        unwritten.set((message as RequestMessage).id as number, cause);
        throw cause;
      }
      // The first answer to a chunk goes at once: the other side reads it, and sends its next call, while we make the rest.
      if ((running.size === 0 || !firstAnswered) && options.onRequest !== undefined) {
        firstAnswered = true;
        flush();
      }
      return written;
    },
    end() {},
    dispose() {},
  };
  const reader: MessageReader = {
    onError: Event.None,
    onClose: Event.None,
    onPartialMessage: Event.None,
    listen(callback) {
      deliver = callback;
      return { dispose() {} };
    },
    dispose() {},
  };

  function outgoingLine(message: RequestMessage & ResponseMessage): string {
    if (message.method !== undefined) {
      return `${stringify({ ...message, id: idsOnWire.get(message.id as number) })}\n`;
    }
    const id = seats.release(message.id as number);
    const method = running.get(id) as string;
    running.delete(id);
    if (isAnswer(message.result)) return answerLine(id, message.result, maxBytes);
    // vscode-jsonrpc would send the text of what a handler threw.
    if (message.error !== undefined) {
      options.onStray?.(`an error that a handler should have caught: ${message.error.message}`);
    }
    const lost = options.onLost?.(method) ?? { error: { code: ErrorCode.internal, message: "Internal error" } };
    return answerLine(id, lost, maxBytes);
  }

  function accept(line: string, incoming: Incoming): void {
    switch (incoming.kind) {
      case "blank":
        return;
      case "problem": {
        if (incoming.id !== null && running.has(incoming.id)) {
          stray(incoming.id);
          return;
        }
        const answer = options.onProblem?.(incoming, line);
        if (answer !== undefined) send(answerLine(incoming.id, answer, maxBytes));
        return;
      }
      case "notification":
        // `$/` belongs to vscode-jsonrpc's own methods, which throw on odd params.
        if (!incoming.method.startsWith("$/")) options.onNotification?.(incoming.method, incoming.params);
        return;
      case "request":
        acceptRequest(incoming);
        return;
      case "response":
        acceptResponse(incoming);
    }
  }

  function acceptRequest({ id, method, params }: Incoming & { kind: "request" }): void {
    if (options.onRequest === undefined || running.has(id)) {
      stray(id);
      return;
    }
    running.set(id, method);
    deliver({ jsonrpc: "2.0", id: seats.acquire(id), method, params } as RequestMessage);
  }

  /** An answer to it, an error too, would be taken for the answer to the call that is running. */
  function stray(id: JsonRpcId): void {
    const why = running.has(id) ? "while the first with this id is running" : "where none is expected";
    options.onStray?.(`a call with id ${JSON.stringify(id)} ${why}`);
  }

  function acceptResponse(response: Incoming & { kind: "response" }): void {
    const id = idsBehindWire.get(response.id as number);
    if (id === undefined) {
      options.onStray?.(`an answer with id ${JSON.stringify(response.id)} that nobody waits for`);
      return;
    }
    const body = response.error != null ? { error: errorOf(response.error) } : { result: response.result ?? null };
    deliver({ jsonrpc: "2.0", id, ...body } as ResponseMessage);
  }

  const connection = createMessageConnection(reader, writer, undefined, { cancellationStrategy, messageStrategy });
  connection.onRequest((method, params) => options.onRequest?.(method, params as Params));
  connection.listen();
  let nextRequest = 0;

  return {
    receive(lines) {
      firstAnswered = false;
      for (const line of lines) accept(line, read(line));
    },
    request(method, params, wireId = nextRequest + 1) {
      const id = nextRequest++;
      return new Promise((resolve, reject) => {
        pending.set(id, reject);
        idsOnWire.set(id, wireId);
        idsBehindWire.set(wireId, id);
        connection
          .sendRequest(method, params)
          .then(resolve, (error: unknown) => {
            if (unwritten.has(id)) reject(unwritten.get(id));
            else reject(error instanceof ResponseError ? new ErrorReply(error) : error);
          })
          .finally(() => {
            pending.delete(id);
            idsOnWire.delete(id);
            idsBehindWire.delete(wireId);
            unwritten.delete(id);
          });
      });
    },
    notify(method, params) {
      // Not through vscode-jsonrpc: it would tell of what cannot be written only in a promise.
      send(`${stringify({ jsonrpc: "2.0", method, params })}\n`);
    },
    flush,
    close(reason) {
      for (const reject of pending.values()) reject(reason);
      pending.clear();
    },
  };
}

/** Whether it is what `onRequest` gave: a promise can lose that on its way. */
function isAnswer(value: unknown): value is Answer {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "result") || Object.hasOwn(value, "error");
}

/** An error of any shape is one; vscode-jsonrpc wants a code and a text. */
function errorOf(error: unknown): WireError {
  const { code, message } = error as Partial<WireError>;
  const fits = typeof code === "number" && typeof message === "string";
  return fits ? { code, message } : { code: 0, message: "an error without a code and a text" };
}

/** No `$/cancelRequest` gets here, so one token that is never cancelled does for every call. */
const cancellationStrategy: CancellationStrategy = {
  receiver: { createCancellationTokenSource: () => NEVER_CANCELLED },
  sender: { enableCancellation() {}, sendCancellation: async () => {}, cleanup() {} },
};
const NEVER_CANCELLED = { token: CancellationToken.None, cancel() {}, dispose() {} };

/** Without one, vscode-jsonrpc waits for each call with three more promises. Our handlers and writer do not throw. */
const messageStrategy: MessageStrategy = {
  handleMessage(message, next) {
    void next(message);
  },
};

/**
 * vscode-jsonrpc handles one message per `setImmediate` of its runtime layer. Ours runs at once: half the time for a
 * flood. It must return undefined, or the queue believes a turn is still to come. The layer is not public API; the
 * version is pinned, and bundled, so that no other user of the package in this process meets it.
 */
function installScheduler(): void {
  const setImmediate = (callback: () => void): void => {
    callback();
  };
  RAL.install({ console, timer: { setImmediate } } as unknown as Parameters<typeof RAL.install>[0]);
}
