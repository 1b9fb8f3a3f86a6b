import { stringify } from "@agent-hook/protocol/text";
import {
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
import { type Incoming, type Problem, readReply, type WireError } from "./message.js";
import { WaitingLines } from "./waiting-lines.js";

/** How a client handles what it receives. */
export interface RpcClientOptions {
  /** Writes one or more whole lines. */
  write(text: string): void;
  /** Receives a line that is not a message. */
  onProblem?(problem: Problem, line: string): void;
  /** Receives a description of what is dropped: a call, or an answer that no call is waiting for. */
  onDropped?(what: string): void;
}

/** The side of a line-delimited JSON-RPC 2.0 wire that makes calls. */
export interface RpcClient {
  receive(lines: readonly string[]): void;
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

/** Creates a client. Only this module uses vscode-jsonrpc, and it filters out whatever vscode-jsonrpc mishandles. */
export function createRpcClient(options: RpcClientOptions): RpcClient {
  installScheduler();
  const pending = new Map<number, (reason: Error) => void>();
  // Map between the ids on the wire and those of vscode-jsonrpc, which count from 0.
  const wireIds = new Map<number, number>();
  const idsByWireId = new Map<number, number>();
  // Why a call could not be written. vscode-jsonrpc reports this like an error reply.
  const writeErrors = new Map<number, unknown>();
  const lines = new WaitingLines(options.write);
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
      const id = (message as RequestMessage).id as number;
      try {
        // The id stays where it was: hooks in shell look for it before the params.
        send({ ...message, id: wireIds.get(id) });
      } catch (cause) {
        writeErrors.set(id, cause);
        throw cause;
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

  function accept(line: string, incoming: Incoming): void {
    switch (incoming.kind) {
      case "problem":
        options.onProblem?.(incoming, line);
        return;
      case "request":
        options.onDropped?.(`a call with id ${JSON.stringify(incoming.id)} where no calls are expected`);
        return;
      case "response":
        acceptResponse(incoming);
    }
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

  // Without a strategy, vscode-jsonrpc awaits three more promises per answer.
  const messageStrategy: MessageStrategy = {
    handleMessage(message, next) {
      void next(message);
    },
  };
  const connection = createMessageConnection(reader, writer, undefined, { messageStrategy });
  connection.listen();
  let nextRequest = 0;

  return {
    receive(received) {
      for (const line of received) accept(line, readReply(line));
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

/** Normalizes an error of any shape. vscode-jsonrpc needs a code and a message. */
function errorOf(error: unknown): WireError {
  const { code, message } = error as Partial<WireError>;
  const isValid = typeof code === "number" && typeof message === "string";
  return isValid ? { code, message } : { code: 0, message: "an error without a code and a message" };
}

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
