import type { JsonRpcId } from "./message.js";

// Captured when the module loads: with a replaced `has`, no call would be answered.
const { apply } = Reflect;
const { has, add, delete: remove, clear } = Set.prototype;

/** A set of ids. 77 and "77" are different. */
export class IdSet {
  readonly #ids = new Set<JsonRpcId>();
  /** Counted here, because a dependency can replace `size`. */
  #size = 0;

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  has(id: JsonRpcId): boolean {
    return this.#size > 0 && apply(has, this.#ids, [id]);
  }

  /** Adds an id that is not in the set. */
  add(id: JsonRpcId): void {
    apply(add, this.#ids, [id]);
    this.#size += 1;
  }

  /** Removes an id that is in the set. */
  remove(id: JsonRpcId): void {
    apply(remove, this.#ids, [id]);
    this.#size -= 1;
  }

  clear(): void {
    if (this.#size === 0) return;
    apply(clear, this.#ids, []);
    this.#size = 0;
  }
}
