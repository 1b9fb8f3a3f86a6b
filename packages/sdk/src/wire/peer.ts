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
import { type Awaitable, awaitable } from "../runtime/awaitable.js";
import { stringify } from "../text/index.js";
import { type Answer, answerLine } from "./answer.js";
import { CallIds } from "./call-ids.js";
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
import { WaitingLines } from "./waiting-lines.js";

// Captured when the module loads: a dependency may replace it.
const { hasOwn } = Object;

/** How one side of the wire handles what it receives. */
export interface PeerOptions {
  /** Writes one or more whole lines. */
  write(text: string): void;
  /** Answers of this many bytes or more are not written. Default: no limit. */
  readonly maxLineBytes?: number;
  /** Answers a call. Must not throw. Without it, calls are dropped and reported to `onDropped`. */
  onRequest?(method: string, params: Params): Awaitable<Answer>;
  /** Answers a call whose own answer got lost: a dependency replaced parts of `Promise`, or a handler threw. Default: an error. */
  onLostAnswer?(method: string): Answer | undefined;
  onNotification?(method: string, params: Params): void;
  /** Handles a line that is not a message. The return value is sent. Default: nothing is sent. */
  onProblem?(problem: Problem, line: string): Answer | undefined;
  /** Receives a description of what is dropped: a call, an answer that no call is waiting for, or what a handler threw. */
  onDropped?(what: string): void;
}

/** One side of a line-delimited JSON-RPC 2.0 wire. */
export interface Peer {
  /** Receives lines. `first`: the value of the first line, if that was parsed already. */
  receive(lines: readonly string[], first?: unknown): void;
  /**
   * Makes a call with an id that no other running call has. By default ids count from 1, because some hosts and hooks
   * read 0 as "no id". Rejects with `ErrorReply` or with the reason passed to `close`.
   */
  request(method: string, params: object, id?: number): Promise<unknown>;
  /** Throws if the params cannot be written as JSON. */
  notify(method: string, params: object): void;
  /** Writes all waiting lines immediately. */
  flush(): void;
  /** Rejects all pending calls. */
  close(reason: Error): void;
}

/** An error that the other side answered with. */
export class ErrorReply extends Error {
  override readonly name = "ErrorReply";
  readonly code: number;

  constructor({ code, message }: WireError) {
    super(message);
    this.code = code;
  }
}

// vscode-jsonrpc recognizes its errors with `instanceof`. If a dependency of a hook redefined it for `Error`, every
// answer would seem to be an error.
Object.defineProperty(ResponseError, Symbol.hasInstance, { value: Function.prototype[Symbol.hasInstance] });

/** Creates a peer. Only this module uses vscode-jsonrpc, and it filters out whatever vscode-jsonrpc mishandles. */
export function createPeer(options: PeerOptions): Peer {
  installScheduler();
  const maxBytes = options.maxLineBytes ?? Number.POSITIVE_INFINITY;
  const readLine = options.onRequest === undefined ? readReply : readMessage;
  /** The calls of the other side that run. */
  const running = new CallIds();
  const pending = new Map<number, (reason: Error) => void>();
  // Map between the ids on the wire and those of vscode-jsonrpc, which count from 0.
  const wireIds = new Map<number, number>();
  const idsByWireId = new Map<number, number>();
  // Why a call could not be written. vscode-jsonrpc reports this like an error reply.
  const writeErrors = new Map<number, unknown>();
  const lines = new WaitingLines(options.write);
  let firstAnswered = false;
  let deliver: (message: Message) => void = () => {};

  const send = (message: object): void => {
    lines.add(`${stringify(message)}\n`);
    lines.flushSoon();
  };
  const written = Promise.resolve();
  const writer: MessageWriter = {
    onError: Event.None,
    onClose: Event.None,
    write(message) {
      if ("method" in message) writeCall(message as RequestMessage);
      else writeAnswer(message as ResponseMessage);
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

  function writeCall(message: RequestMessage): void {
    const id = message.id as number;
    try {
      // The id stays where it was: hooks in shell look for it before the params.
      send({ ...message, id: wireIds.get(id) });
    } catch (cause) {
      writeErrors.set(id, cause);
      throw cause;
    }
  }

  function writeAnswer({ id: slot, result, error }: ResponseMessage): void {
    const { id, method } = running.release(slot as number);
    // vscode-jsonrpc would send the message of an error that a handler threw. It must not cross the wire.
    if (error !== undefined) options.onDropped?.(`an error that a handler should have caught: ${error.message}`);
    lines.add(answerLine(id, isAnswer(result) ? result : lostAnswer(method), maxBytes));
    // The first answer to a chunk is written at once: the other side can then send its next call while we answer the rest.
    if (running.isEmpty || !firstAnswered) lines.flush();
    else lines.flushSoon();
    firstAnswered = true;
  }

  function lostAnswer(method: string): Answer {
    return options.onLostAnswer?.(method) ?? { error: { code: ErrorCode.internal, message: "Internal error" } };
  }

  function accept(line: string, incoming: Incoming): void {
    switch (incoming.kind) {
      case "problem":
        acceptProblem(incoming, line);
        return;
      case "notification":
        options.onNotification?.(incoming.method, incoming.params);
        return;
      case "request":
        acceptRequest(incoming);
        return;
      case "response":
        acceptResponse(incoming);
    }
  }

  function acceptProblem(problem: Problem, line: string): void {
    if (problem.id !== null && running.has(problem.id)) {
      dropCall(problem.id, "while an earlier call with this id is running");
      return;
    }
    const answer = options.onProblem?.(problem, line);
    if (answer !== undefined) lines.add(answerLine(problem.id, answer, maxBytes));
  }

  function acceptRequest({ id, method, params }: Incoming & { kind: "request" }): void {
    if (options.onRequest === undefined) dropCall(id, "where no calls are expected");
    else if (running.has(id)) dropCall(id, "while an earlier call with this id is running");
    else deliver({ jsonrpc: "2.0", id: running.acquire({ id, method }), method, params } as RequestMessage);
  }

  /** Drops a call. The other side would mistake any answer to it, even an error, for the answer to the running call. */
  function dropCall(id: JsonRpcId, why: string): void {
    options.onDropped?.(`a call with id ${JSON.stringify(id)} ${why}`);
  }

  function acceptResponse(response: Incoming & { kind: "response" }): void {
    const id = idsByWireId.get(response.id as number);
    if (id === undefined) {
      options.onDropped?.(`an answer with id ${JSON.stringify(response.id)} that no call is waiting for`);
      return;
    }
    const body = response.error != null ? { error: errorOf(response.error) } : { result: response.result ?? null };
    deliver({ jsonrpc: "2.0", id, ...body } as ResponseMessage);
  }

  const connection = createMessageConnection(reader, writer, undefined, { cancellationStrategy, messageStrategy });
  const { onRequest } = options;
  if (onRequest) connection.onRequest((method, params) => awaitable(onRequest(method, params as Params)));
  connection.listen();
  let nextRequest = 0;

  return {
    receive(received, first) {
      firstAnswered = false;
      let known = first;
      for (const line of received) {
        accept(line, readLine(line, known));
        known = undefined;
      }
      lines.flush();
    },
    request(method, params, wireId = nextRequest + 1) {
      const id = nextRequest++;
      return new Promise((resolve, reject) => {
        pending.set(id, reject);
        wireIds.set(id, wireId);
        idsByWireId.set(wireId, id);
        connection
          .sendRequest(method, params)
          .then(resolve, (error: unknown) => {
            if (writeErrors.has(id)) reject(writeErrors.get(id));
            else reject(error instanceof ResponseError ? new ErrorReply(error) : error);
          })
          .finally(() => {
            pending.delete(id);
            wireIds.delete(id);
            idsByWireId.delete(wireId);
            writeErrors.delete(id);
          });
      });
    },
    notify(method, params) {
      // Bypasses vscode-jsonrpc, which reports a message that cannot be written only through a promise.
      send({ jsonrpc: "2.0", method, params });
    },
    flush: () => lines.flush(),
    close(reason) {
      for (const reject of pending.values()) reject(reason);
      pending.clear();
    },
  };
}

/** Whether a value is an answer of `onRequest`. A dependency that replaces `Promise` can lose the answer. */
function isAnswer(value: unknown): value is Answer {
  if (typeof value !== "object" || value === null) return false;
  return hasOwn(value, "result") || hasOwn(value, "error");
}

/** Normalizes an error of any shape. vscode-jsonrpc needs a code and a message. */
function errorOf(error: unknown): WireError {
  const { code, message } = error as Partial<WireError>;
  const isValid = typeof code === "number" && typeof message === "string";
  return isValid ? { code, message } : { code: 0, message: "an error without a code and a message" };
}

/** `$/cancelRequest` is not passed on, so one token that is never cancelled serves every call. */
const NEVER_CANCELLED = { token: CancellationToken.None, cancel() {}, dispose() {} };
const cancellationStrategy: CancellationStrategy = {
  receiver: { createCancellationTokenSource: () => NEVER_CANCELLED },
  sender: { enableCancellation() {}, sendCancellation: async () => {}, cleanup() {} },
};

/** Without a strategy, vscode-jsonrpc awaits three more promises per message. Our handlers and writer do not throw. */
const messageStrategy: MessageStrategy = {
  handleMessage(message, next) {
    void next(message);
  },
};

/**
 * vscode-jsonrpc handles one message per `setImmediate` of its runtime layer. Our `setImmediate` runs its callback at
 * once, which halves the time for a flood of messages. It must return undefined; otherwise, the queue waits for another
 * turn. The layer is not public API. The version is pinned and bundled, so no other user of the package in this process
 * is affected.
 */
function installScheduler(): void {
  const setImmediate = (callback: () => void): void => {
    callback();
  };
  RAL.install({ console, timer: { setImmediate } } as unknown as Parameters<typeof RAL.install>[0]);
}
