/** Returns the value at a JSON Pointer (RFC 6901) in a message, or `undefined`. */
export function valueAt(root: unknown, pointer: string): unknown {
  return keysOf(pointer).reduce<unknown>((value, key) => (hasKey(value, key) ? value[key] : undefined), root);
}

/** Replaces the value at a pointer. The pointer must not refer to the whole message. */
export function replaceAt(root: unknown, pointer: string, value: unknown): void {
  const keys = keysOf(pointer);
  const last = keys.pop() ?? "";
  const parent = keys.reduce<unknown>((part, key) => (hasKey(part, key) ? part[key] : undefined), root);
  // A plain assignment to `__proto__` would set the prototype.
  if (hasKey(parent, last)) Object.defineProperty(parent, last, { value });
}

function keysOf(pointer: string): string[] {
  const keys = pointer.split("/").slice(1);
  return keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function hasKey(value: unknown, key: string): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key);
}
