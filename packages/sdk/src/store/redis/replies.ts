/** A reply of a server. An error is a reply, too. */
export type Reply = string | number | undefined | ReplyError | readonly Reply[];

/** The text of an error that a server sent. It may contain parts of the command. */
export class ReplyError {
  constructor(readonly text: string) {}
}

/** What was received is not the protocol of Redis. */
export class InvalidReplyError extends Error {}

/** More than any reply to our commands has. */
const MAX_LINE = 65_536;
const MAX_BULK = 536_870_912;
const MAX_ITEMS = 1000;
const MAX_DEPTH = 3;

/** Splits what a server sends into replies, in the protocol RESP2: https://redis.io/docs/latest/develop/reference/protocol-spec */
export class ReplyReader {
  #chunks: Buffer[] = [];
  #length = 0;
  /** Nothing is parsed before there are so many bytes, because a large reply arrives in many chunks. */
  #needed = 1;

  /** Returns the replies that are complete. Throws an `InvalidReplyError`. */
  push(chunk: Buffer): Reply[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return [];
    const buffer = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#length);
    const cursor = new Cursor(buffer);
    const replies: Reply[] = [];
    let rest = 0;
    while (rest < buffer.length && cursor.read(0, replies)) rest = cursor.at;
    this.#chunks = rest === buffer.length ? [] : [buffer.subarray(rest)];
    this.#length = buffer.length - rest;
    this.#needed = Math.max(this.#length + 1, cursor.needed - rest);
    return replies;
  }
}

/** Reads one reply after the other. Each method returns `undefined` or `false` if the bytes end too early. */
class Cursor {
  at = 0;
  /** Where the bytes must end at least so that an incomplete bulk string is complete. */
  needed = 0;

  constructor(private readonly buffer: Buffer) {}

  /** Adds a reply to `target`. */
  read(depth: number, target: Reply[]): boolean {
    const line = this.#line();
    if (line === undefined) return false;
    const rest = line.slice(1);
    switch (line[0]) {
      case "+":
        target.push(rest);
        return true;
      case "-":
        target.push(new ReplyError(rest));
        return true;
      case ":":
        target.push(integer(rest, Number.MAX_SAFE_INTEGER));
        return true;
      case "$":
        return this.#bulk(integer(rest, MAX_BULK), target);
      case "*":
        return this.#array(integer(rest, MAX_ITEMS), depth, target);
      default:
        throw new InvalidReplyError();
    }
  }

  #line(): string | undefined {
    const end = this.buffer.indexOf("\r\n", this.at);
    if ((end === -1 ? this.buffer.length : end) - this.at > MAX_LINE) throw new InvalidReplyError();
    if (end === -1) {
      // Fails at once, because a peer that speaks another protocol may never send a line.
      if (this.at < this.buffer.length && !"+-:$*".includes(String.fromCharCode(this.buffer[this.at] ?? 0))) {
        throw new InvalidReplyError();
      }
      return undefined;
    }
    const line = this.buffer.toString("utf8", this.at, end);
    this.at = end + 2;
    return line;
  }

  #bulk(length: number, target: Reply[]): boolean {
    if (length < 0) {
      target.push(undefined);
      return true;
    }
    const end = this.at + length;
    this.needed = end + 2;
    if (this.needed > this.buffer.length) return false;
    if (this.buffer.toString("latin1", end, end + 2) !== "\r\n") throw new InvalidReplyError();
    target.push(this.buffer.toString("utf8", this.at, end));
    this.at = end + 2;
    return true;
  }

  #array(length: number, depth: number, target: Reply[]): boolean {
    if (depth === MAX_DEPTH) throw new InvalidReplyError();
    const items: Reply[] = [];
    for (let item = 0; item < length; item++) if (!this.read(depth + 1, items)) return false;
    target.push(length < 0 ? undefined : items);
    return true;
  }
}

function integer(text: string, max: number): number {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= -max && value <= max)) throw new InvalidReplyError();
  return value;
}
