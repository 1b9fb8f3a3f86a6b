import type { Store, StoreKey, WindowOptions, WindowUse } from "../hook/store.js";
import { type Awaitable, isPromise } from "../runtime/awaitable.js";
import type { StoreBinding } from "./binding.js";
import type { OperationLimit, StoreEngine } from "./engine.js";
import { jsonText, parsedValue } from "./json-value.js";
import { OperationTime } from "./operation-time.js";
import { scopedKey } from "./scoped-key.js";

/** The longest time of one operation. On a busy machine, many processes wait for seconds to write to the same file. */
const MAX_OPERATION_MS = 10_000;
/** An operation may take this part of the remaining time, so that the handler can still answer if it fails. */
const PART_OF_REST = 0.75;

/** The operations of `context.store`: checks arguments and values, and limits the time. */
export class StoreOperations implements Store {
  constructor(private readonly binding: StoreBinding) {}

  async get<T>(key: StoreKey<T>): Promise<T | undefined> {
    const text = await this.#run(key, (engine, name, limit) => engine.get(name, limit));
    return text === undefined ? undefined : parsedValue(key, text, "the stored value");
  }

  async set<T>(key: StoreKey<T>, value: T): Promise<void> {
    const text = await this.#checkedText(key, value);
    await this.#run(key, (engine, name, limit) => engine.set(name, text, key.lifetimeMs, limit));
  }

  async delete(key: StoreKey<unknown>): Promise<void> {
    await this.#run(key, (engine, name, limit) => engine.delete(name, limit));
  }

  async increment(key: StoreKey<number>, by = 1): Promise<number> {
    if (!Number.isFinite(by)) throw new TypeError("increment: expected a finite number as by");
    const sum = await this.#run(key, (engine, name, limit) => engine.increment(name, by, key.lifetimeMs, limit));
    return parsedValue(key, JSON.stringify(sum), "the sum");
  }

  async compareAndSet<T>(key: StoreKey<T>, expected: T | undefined, value: T): Promise<boolean> {
    const text = await this.#checkedText(key, value);
    const before = expected === undefined ? undefined : jsonText(expected, key);
    return this.#run(key, (engine, name, limit) => engine.compareAndSet(name, before, text, key.lifetimeMs, limit));
  }

  async addToWindow(key: StoreKey<number>, options: WindowOptions): Promise<WindowUse> {
    const { windowMs, limit: most, amount = 1 } = options;
    if (!(Number.isSafeInteger(windowMs) && windowMs > 0)) {
      throw new TypeError("addToWindow: windowMs: expected a whole number of milliseconds, from 1");
    }
    if (!(most >= 0)) throw new TypeError("addToWindow: limit: expected a number from 0");
    if (!(amount >= 0 && Number.isFinite(amount))) throw new TypeError("addToWindow: amount: expected a number from 0");
    const window = { windowMs, limit: most, amount };
    return this.#run(key, (engine, name, limit) => engine.addToWindow(name, window, limit));
  }

  /** A value that could not be read back is refused when it is written. */
  async #checkedText<T>(key: StoreKey<T>, value: T): Promise<string> {
    const text = jsonText(value, key);
    await parsedValue(key, text, "the value");
    return text;
  }

  async #run<T>(
    key: StoreKey<unknown>,
    operation: (engine: StoreEngine, name: string, limit: OperationLimit) => Awaitable<T>,
  ): Promise<T> {
    const { source, limit } = this.binding;
    const engine = await source.engine();
    const remainingMs = limit.remainingMs ?? Number.POSITIVE_INFINITY;
    const time = new OperationTime(Math.max(1, Math.min(MAX_OPERATION_MS, remainingMs * PART_OF_REST)));
    const result = operation(engine, scopedKey(key, this.binding, engine.isShared), time);
    return isPromise(result) ? time.race(result as Promise<T>, limit.signal, source.clock) : (result as T);
  }
}
