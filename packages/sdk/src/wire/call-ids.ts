import type { JsonRpcId } from "./message.js";

// Captured when the module loads: with a replaced `has`, no call would be answered.
const { apply } = Reflect;
const { has, add, delete: remove } = Set.prototype;
const { push, pop } = Array.prototype;

/** A call of the other side. */
interface Call {
  readonly id: JsonRpcId;
  readonly method: string;
}

/**
 * Gives each running call a small number, which vscode-jsonrpc uses as its id. Numbers are reused. vscode-jsonrpc
 * converts each id to a string: 77 and "77" would be the same, and V8 would keep every string.
 */
export class CallIds {
  readonly #running = new Set<JsonRpcId>();
  readonly #calls: Call[] = [];
  readonly #free: number[] = [];

  get isEmpty(): boolean {
    return this.#free.length === this.#calls.length;
  }

  has(id: JsonRpcId): boolean {
    return apply(has, this.#running, [id]);
  }

  acquire(call: Call): number {
    const slot: number = apply(pop, this.#free, []) ?? this.#calls.length;
    this.#calls[slot] = call;
    apply(add, this.#running, [call.id]);
    return slot;
  }

  release(slot: number): Call {
    const call = this.#calls[slot] as Call;
    apply(remove, this.#running, [call.id]);
    apply(push, this.#free, [slot]);
    return call;
  }
}
