/** A copy for a handler alone. What a client sent has nothing but JSON, URLs and dates, and the last two are kept. */
export function apart<T>(value: T): T {
  if (Array.isArray(value)) return value.map(apart) as T;
  if (typeof value !== "object" || value === null || value instanceof URL || value instanceof Date) return value;
  const fields = Object.entries(value).map(([key, inner]) => [key, field(apart(inner))] as const);
  return Object.defineProperties({}, Object.fromEntries(fields)) as T;
}

/** `__proto__` is a key like any other. */
function field(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}
