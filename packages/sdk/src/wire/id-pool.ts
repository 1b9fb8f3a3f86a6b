import type { JsonRpcId } from "./message.js";

/**
 * Running calls by numbers that are used again. vscode-jsonrpc makes a text of the id of each call (77 and "77" are one to
 * it), and V8 keeps the texts of new numbers: so many live on that it takes 40 MB more.
 */
export class IdPool {
  readonly #ids: JsonRpcId[] = [];
  readonly #free: number[] = [];

  acquire(id: JsonRpcId): number {
    const seat = this.#free.pop() ?? this.#ids.length;
    this.#ids[seat] = id;
    return seat;
  }

  release(seat: number): JsonRpcId {
    this.#free.push(seat);
    return this.#ids[seat] as JsonRpcId;
  }
}
