/**
 * The key that marks a hook. Without it, TypeScript does not accept a value as a hook, and `serve` does not start it.
 */
export const HOOK_MARK = "~defineHook";

/**
 * Returns a marked copy of a definition. Keeps its prototype and getters: an instance of a class may inherit its
 * handlers. Returns a value that is not an object unchanged; `serve` reports such a value.
 */
export function markHook(definition: unknown): unknown {
  if (typeof definition !== "object" || definition === null) return definition;
  const copy = Object.create(Object.getPrototypeOf(definition), Object.getOwnPropertyDescriptors(definition));
  return Object.defineProperty(copy, HOOK_MARK, { value: true, enumerable: true });
}

export function isMarked(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, HOOK_MARK);
}
