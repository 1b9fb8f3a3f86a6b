import type { Store } from "../hook/store.js";
import type { StoreBinding } from "./binding.js";

/** Creates `context.store`. Nothing else is loaded before the first operation. */
export function boundStore(binding: StoreBinding): Store {
  const operations = async () => {
    const { StoreOperations } = await import("./store-operations.js");
    return new StoreOperations(binding);
  };
  return {
    get: async (key) => (await operations()).get(key),
    set: async (key, value) => (await operations()).set(key, value),
    delete: async (key) => (await operations()).delete(key),
    increment: async (key, by) => (await operations()).increment(key, by),
    compareAndSet: async (key, expected, value) => (await operations()).compareAndSet(key, expected, value),
    addToWindow: async (key, options) => (await operations()).addToWindow(key, options),
  };
}
