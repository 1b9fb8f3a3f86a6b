import { randomInt } from "node:crypto";
import { foldAnswerKeys, type MethodName, methods } from "@agent-hook/sdk/internal/picoclaw";
import { describeIssues, typeName } from "@agent-hook/sdk/internal/text";
import { createPeer, ErrorReply, inexactResult, type Peer } from "@agent-hook/sdk/internal/wire";
import { HookError, type HookErrorCode } from "./hook-error.js";
import { Slots } from "./slots.js";

/** The most calls that a hook has at the same time. Further calls wait for a slot, and their deadlines already run. */
const MAX_IN_FLIGHT = 256;
/**
 * The limit of a call, in characters. PicoClaw has no limit in this direction, and a conversation can have megabytes,
 * but no real call is this long.
 */
const MAX_CALL_LENGTH = 64 * 1024 * 1024;
/** The largest step between two ids. Printing an answer for every possible id would take gigabytes. */
const ID_STEP = 2 ** 28;
/** In Node, a longer timer fires immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * How long a timed-out call keeps its slot after the hook has read it. By then, the calls queued behind it have timed
 * out too.
 */
const LATE_MS = 50;

/** What a client needs to communicate with its hook. */
export interface ClientOptions {
  /** The hook's name in errors. */
  readonly label: string;
  /** Writes whole lines. */
  write(text: string): void;
  /** Called for each line of the wire in both directions, including noise. */
  readonly onLine?: ((from: "host" | "hook", line: string) => void) | undefined;
  /** Called for lines of the hook that are not messages, or that do not answer a call. */
  readonly onNoise?: ((what: string) => void) | undefined;
  /** The last lines that the hook wrote to stderr. */
  stderr(): string;
  /** Calls back once the hook has read approximately everything that it was sent. */
  whenRead(callback: () => void): void;
}

/** The calls of one hook. Each ends with a validated answer or a `HookError`. */
export class HookClient {
  readonly #peer: Peer;
  readonly #slots = new Slots(MAX_IN_FLIGHT);
  readonly #open = new Set<(error: HookError) => void>();
  /** Functions that fail a call that was sent, by the call's id on the wire. */
  readonly #sent = new Map<number, (error: HookError) => void>();
  #lastId = 0;
  #closed: HookError | undefined;

  constructor(private readonly options: ClientOptions) {
    const { onLine, onNoise } = options;
    this.#peer = createPeer({
      write: (text) => {
        if (text.length > MAX_CALL_LENGTH) throw new RangeError(`it has more than ${MAX_CALL_LENGTH} characters`);
        if (onLine) for (const line of text.split("\n").slice(0, -1)) onLine("host", line);
        options.write(text);
      },
      onProblem(_problem, line) {
        onNoise?.(`a line that is not a message: ${line.slice(0, 200)}`);
      },
      onDropped: (what) => onNoise?.(what),
    });
  }

  /** Processes lines that the hook wrote. */
  receive(lines: readonly string[]): void {
    const { onLine } = this.options;
    if (onLine) for (const line of lines) onLine("hook", line);
    this.#peer.receive(lines);
  }

  /** Fails the call that an oversized line answers: the call with the id in the line, or the only running call. */
  tooLong(head: string, maxBytes: number): void {
    const id = Number(/^\s*\{[^{}[\]]*?"id"\s*:\s*(\d+)\s*[,}]/.exec(head)?.[1]);
    const [only] = this.#sent.size === 1 ? this.#sent.keys() : [];
    const fail = this.#sent.get(Number.isNaN(id) ? (only ?? id) : id);
    fail?.(this.error("too-large", `gave an answer of ${maxBytes} bytes or more, newline included`));
  }

  /** Calls the hook. `timeoutMs` starts now and includes waiting for a slot. Rejects with a `HookError`. */
  async call(method: MethodName, params: object, timeoutMs: number): Promise<unknown> {
    if (this.#closed !== undefined) throw this.#closed;
    const answer = await this.#ask(method, params, timeoutMs);
    const result = foldAnswerKeys(answer);
    if (method === "hook.hello") return this.#checkHello(result);
    // Rejects a `modify` with a number that JavaScript cannot represent: the host would use a different number than the
    // hook wrote. A denial with such a number is valid.
    const inexact = (result as { action?: unknown } | null)?.action === "modify" ? inexactResult(answer) : undefined;
    if (inexact !== undefined) throw this.error("bad-result", `answered ${method} wrongly: ${inexact}`);
    const spec = methods[method];
    const checked = "result" in spec ? spec.result.safeParse(result) : undefined;
    if (checked === undefined || checked.success) return result;
    const what = describeIssues(checked.error.issues, result);
    throw this.error("bad-result", `answered ${method} wrongly: ${what}`, checked.error);
  }

  /** PicoClaw ignores the contents of the answer to hello, but it must be an object or missing (observed). */
  #checkHello(result: unknown): object {
    if (result === null) return {};
    if (typeof result === "object" && !Array.isArray(result)) return result;
    throw this.error("bad-result", `answered hook.hello wrongly: result: expected an object, got ${typeName(result)}`);
  }

  /** Sends a notification without waiting. Throws a `HookError` if it cannot be sent. */
  notify(method: MethodName, params: object): void {
    if (this.#closed !== undefined) return;
    try {
      this.#peer.notify(method, params);
      this.#peer.flush();
    } catch (cause) {
      throw this.#errorOf(method, cause);
    }
  }

  /** Fails every pending call, and every later one, with the same error. */
  close(error: HookError): void {
    this.#closed ??= error;
    for (const fail of [...this.#open]) fail(error);
    this.#peer.close(error);
  }

  error(code: HookErrorCode, what: string, cause?: unknown, exit?: HookError["exit"]): HookError {
    return new HookError(code, this.options.label, what, {
      stderr: this.options.stderr(),
      ...(exit === undefined ? {} : { exit }),
      ...(cause === undefined ? {} : { cause }),
    });
  }

  #ask(method: MethodName, params: object, timeoutMs: number): Promise<unknown> {
    // A hello must also reach a busy hook, to probe whether it answers at all.
    const slots = method === "hook.hello" ? new Slots(1) : this.#slots;
    return new Promise((resolve, reject) => {
      let leaveQueue = () => {};
      let release = () => {};
      const end = () => {
        clearTimeout(timer);
        leaveQueue();
        this.#open.delete(fail);
      };
      const fail = (error: HookError) => {
        end();
        reject(error);
      };
      const onTimeout = () => {
        fail(this.error("timeout", `did not answer ${method} in ${timeoutMs} ms`));
        // A timed-out call that the hook has read frees its slot soon, but not at once, so that the calls queued behind
        // it can time out too.
        this.options.whenRead(() => setTimeout(() => release(), LATE_MS).unref());
      };
      const timer = setTimeout(onTimeout, Math.min(timeoutMs, MAX_TIMER_MS));
      this.#open.add(fail);
      leaveQueue = slots.take(() => {
        const id = this.#newId();
        release = () => {
          if (this.#sent.delete(id)) slots.release();
        };
        this.#sent.set(id, (error) => {
          fail(error);
          release();
        });
        this.#send(method, params, id)
          .then(resolve, (cause: unknown) => fail(this.#errorOf(method, cause)))
          .finally(() => {
            end();
            release();
          });
      });
    });
  }

  /**
   * Returns an id that is higher than the one before and cannot be guessed. A child of the hook may print a model's
   * text to the hook's stdout. A line in this text with the id of a running call would count as its answer.
   */
  #newId(): number {
    const id = this.#lastId + randomInt(1, ID_STEP);
    this.#lastId = Number.isSafeInteger(id) ? id : randomInt(1, ID_STEP);
    return this.#lastId;
  }

  async #send(method: MethodName, params: object, id: number): Promise<unknown> {
    const answer = this.#peer.request(method, params, id);
    answer.catch(() => {});
    this.#peer.flush();
    return answer;
  }

  #errorOf(method: MethodName, cause: unknown): HookError {
    if (cause instanceof HookError) return cause;
    if (cause instanceof ErrorReply) {
      return this.error("error-reply", `answered ${method} with error ${cause.code}: ${cause.message}`, cause);
    }
    const why = cause instanceof Error ? cause.message : String(cause);
    return this.error("unsendable", `was not called: ${method} cannot be sent: ${why}`, cause);
  }
}
