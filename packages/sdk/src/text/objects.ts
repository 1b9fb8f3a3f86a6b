/** Any JSON object: arguments, options, a JSON Schema, a payload. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object, and not an array or `null`. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses text that is one JSON object. Returns `undefined` for any other text. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
