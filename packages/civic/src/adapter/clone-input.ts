/** Returns a copy for one handler. Client data consists of JSON, URLs and dates; URLs and dates are not copied. */
export function cloneInput<T>(value: T): T {
  if (Array.isArray(value)) return value.map(cloneInput) as T;
  if (typeof value !== "object" || value === null || value instanceof URL || value instanceof Date) return value;
  const fields = Object.entries(value).map(([key, inner]) => [key, field(cloneInput(inner))] as const);
  return Object.defineProperties({}, Object.fromEntries(fields)) as T;
}

/** Defines `__proto__` as an ordinary key. */
function field(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}
