import { type Awaitable, attempt, isPromise, whenSettled } from "../runtime/awaitable.js";
import { type Answer, answerLine } from "./answer.js";
import { IdSet } from "./id-set.js";
import { ErrorCode, type Incoming, type JsonRpcId, type Params, type Problem, readMessage } from "./message.js";
import { WaitingLines } from "./waiting-lines.js";

// Captured when the module loads: a dependency may replace it.
const { hasOwn } = Object;

/** How a server handles what it receives. */
export interface RpcServerOptions {
  /** Writes one or more whole lines. */
  write(text: string): void;
  /** Answers of this many bytes or more are not written. Default: no limit. */
  readonly maxLineBytes?: number;
  /** Answers a call. Must not throw. */
  onRequest(method: string, params: Params): Awaitable<Answer>;
  /** Answers a call whose own answer got lost: a dependency replaced parts of `Promise`, or a handler threw. Default: an error. */
  onLostAnswer?(method: string): Answer | undefined;
  onNotification?(method: string, params: Params): void;
  /** Handles a line that is not a message. The return value is sent. Default: nothing is sent. */
  onProblem?(problem: Problem): Answer | undefined;
  /** Receives a description of what is dropped: a second call with an id in use, an answer, or what a handler threw. */
  onDropped?(what: string): void;
}

/** The side of a line-delimited JSON-RPC 2.0 wire that answers calls. */
export interface RpcServer {
  /** Receives lines. `first`: the value of the first line, if that was parsed already. */
  receive(lines: readonly string[], first?: unknown): void;
  /** Writes all waiting lines immediately. */
  flush(): void;
}

/**
 * Creates a server. It does not use vscode-jsonrpc, which puts each call in a queue and awaits four promises: that cost 30 µs
 * for each of the first 1,000 calls.
 */
export function createRpcServer(options: RpcServerOptions): RpcServer {
  const maxBytes = options.maxLineBytes ?? Number.POSITIVE_INFINITY;
  /** The ids of the calls that wait for a promise. */
  const running = new IdSet();
  /** The ids of the calls in this chunk that were answered. The host has sent the rest of the chunk before it read these. */
  const answered = new IdSet();
  const lines = new WaitingLines(options.write);
  let isReceiving = false;
  let isOnlyLine = true;
  let firstAnswered = false;

  function sendAnswer(line: string): void {
    lines.add(line);
    // The first answer to a chunk is written at once: the host can then send its next call while we answer the rest.
    if (!firstAnswered || (running.isEmpty && !isReceiving)) lines.flush();
    else if (!isReceiving) lines.flushSoon();
    firstAnswered = true;
  }

  function answer({ id, method, params }: Incoming & { kind: "request" }): void {
    if (isInUse(id)) {
      dropCall(id);
      return;
    }
    const value = attempt<Answer | undefined>(() => options.onRequest(method, params), reportThrown);
    if (isPromise(value)) {
      running.add(id);
      whenSettled(value, (late) => {
        running.remove(id);
        sendAnswer(lineFor(id, method, late));
      });
    } else {
      if (!isOnlyLine) answered.add(id);
      sendAnswer(lineFor(id, method, value));
    }
  }

  function isInUse(id: JsonRpcId): boolean {
    return running.has(id) || answered.has(id);
  }

  function lineFor(id: JsonRpcId, method: string, value: unknown): string {
    if (isAnswer(value)) return answerLine(id, value, maxBytes);
    const lost = options.onLostAnswer?.(method) ?? { error: { code: ErrorCode.internal, message: "Internal error" } };
    return answerLine(id, lost, maxBytes);
  }

  /** Reports what a handler threw. It must not cross the wire. */
  function reportThrown(thrown: unknown): undefined {
    const message = thrown instanceof Error ? thrown.message : "not an Error";
    options.onDropped?.(`an error that a handler should have caught: ${message}`);
  }

  /** Drops a call. The host would mistake any answer to it, even an error, for the answer to the running call. */
  function dropCall(id: JsonRpcId): void {
    options.onDropped?.(`a call with id ${JSON.stringify(id)} while an earlier call with this id is running`);
  }

  function answerProblem(problem: Problem): void {
    if (problem.id !== null && isInUse(problem.id)) {
      dropCall(problem.id);
      return;
    }
    const value = options.onProblem?.(problem);
    if (value !== undefined) lines.add(answerLine(problem.id, value, maxBytes));
  }

  function accept(incoming: Incoming): void {
    switch (incoming.kind) {
      case "request":
        answer(incoming);
        return;
      case "notification":
        options.onNotification?.(incoming.method, incoming.params);
        return;
      case "problem":
        answerProblem(incoming);
        return;
      case "response":
        options.onDropped?.(`an answer with id ${JSON.stringify(incoming.id)} that no call is waiting for`);
    }
  }

  return {
    receive(received, first) {
      firstAnswered = false;
      isReceiving = true;
      isOnlyLine = received.length === 1;
      let known = first;
      try {
        for (const line of received) {
          accept(readMessage(line, known));
          known = undefined;
        }
      } finally {
        isReceiving = false;
        answered.clear();
        lines.flush();
      }
    },
    flush: () => lines.flush(),
  };
}

/** Whether a value is an answer of `onRequest`. A dependency that replaces `Promise` can lose the answer. */
function isAnswer(value: unknown): value is Answer {
  if (typeof value !== "object" || value === null) return false;
  return hasOwn(value, "result") || hasOwn(value, "error");
}
