import type { Readable, Writable } from "node:stream";

/** If no answer comes in this time, the hook hangs or its answers do not contain the mark. */
const TIMEOUT_MS = 30_000;

/** Writes bytes to a hook and counts the answers. Does not parse them, so that the driver needs little CPU time. */
export class Conversation {
  #answers = 0;
  #tail = Buffer.alloc(0);
  #kept: Buffer[] = [];
  #keeps = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;
  readonly #mark: Buffer;

  /** `mark` is text that occurs once in each answer. A mark of one byte must be the end of each answer. */
  constructor(
    from: Readable,
    private readonly to: Writable,
    mark: string,
    /** Ends the hook's process. */
    readonly stop: () => Promise<void>,
  ) {
    this.#mark = Buffer.from(mark);
    from.on("data", (chunk: Buffer) => this.#read(chunk));
    let seen = -1;
    const watch = setInterval(() => {
      if (this.#wake !== undefined && this.#answers === seen) this.#fail(new Error("the hook does not answer"));
      seen = this.#answers;
    }, TIMEOUT_MS).unref();
    from.on("close", () => clearInterval(watch));
    for (const stream of [from, to]) {
      stream.on("error", (cause) => this.#fail(new Error("the hook cannot be reached", { cause })));
      stream.on("close", () => this.#fail(new Error("the hook ended in the middle of a call")));
    }
  }

  /** Sends calls and waits until they are answered. */
  async exchange(calls: Buffer, answers = 1): Promise<void> {
    const until = this.#answers + answers;
    this.to.write(calls);
    while (this.#answers < until) await this.#more();
  }

  /** Sends a call and returns the text of its answer. */
  async call(call: Buffer): Promise<string> {
    this.#keeps = true;
    await this.exchange(call);
    this.#keeps = false;
    const text = Buffer.concat(this.#kept).toString();
    this.#kept = [];
    return text;
  }

  /** Sends `total` calls with at most `inFlight` unanswered: each answer triggers the next call. */
  async flow(take: (count: number) => Buffer, total: number, inFlight: number): Promise<void> {
    const before = this.#answers;
    let sent = Math.min(inFlight, total);
    this.to.write(take(sent));
    for (let answered = 0; answered < total; answered = this.#answers - before) {
      const more = Math.min(answered + inFlight, total) - sent;
      if (more > 0) this.to.write(take(more));
      sent += Math.max(more, 0);
      await this.#more();
    }
  }

  #more(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    return new Promise((wake) => {
      this.#wake = wake;
    });
  }

  #read(chunk: Buffer): void {
    const text = this.#tail.length === 0 ? chunk : Buffer.concat([this.#tail, chunk]);
    let from = 0;
    for (let at = text.indexOf(this.#mark); at !== -1; at = text.indexOf(this.#mark, from)) {
      this.#answers++;
      from = at + this.#mark.length;
    }
    this.#tail = Buffer.from(text.subarray(Math.max(from, text.length - this.#mark.length + 1)));
    if (this.#keeps) this.#kept.push(chunk);
    this.#continue();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#continue();
  }

  #continue(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
