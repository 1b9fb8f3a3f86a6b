import type { JsonRpcId } from "./message.js";

/**
 * Maps the ids of running calls to small numbers that are reused. vscode-jsonrpc converts every id to a string (77 and
 * "77" are the same to it), and V8 keeps those strings: without reuse, memory grows by 40 MB.
 */
export class IdPool {
  readonly #ids: JsonRpcId[] = [];
  readonly #free: number[] = [];

  acquire(id: JsonRpcId): number {
    const slot = this.#free.pop() ?? this.#ids.length;
    this.#ids[slot] = id;
    return slot;
  }

  release(slot: number): JsonRpcId {
    this.#free.push(slot);
    return this.#ids[slot] as JsonRpcId;
  }
}
