type JsonObject = Record<string, unknown>;

/** JSON nested deeper than this is not searched, so that recursion stays far from the stack limit. */
const MAX_LEVELS = 200;

/** Parses a JSON object or array. Returns `undefined` for any other text and for JSON that is nested too deep. */
export function parseJson(text: string): JsonObject | unknown[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text);
    return isDeeper(value, MAX_LEVELS) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Returns the JSON Pointer (RFC 6901) to a key or an index under a pointer. */
export function pointerTo(parent: string, key: string | number): string {
  const isPlain = typeof key === "number" || !/[~/]/.test(key);
  return `${parent}/${isPlain ? key : key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((item) => isDeeper(item, levels - 1));
}
