/**
 * Fields whose contents the model or a tool defines. Zero values in these fields are kept. In other fields, PicoClaw
 * treats zero values as missing.
 */
const OPEN: ReadonlySet<string> = new Set(["arguments", "options", "parameters", "extra_content"]);

/** Returns a value as PicoClaw has it after decoding: without fields that have a zero value. */
export function withoutZeros(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutZeros);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).map(([key, item]) => [key, OPEN.has(key) ? item : withoutZeros(item)] as const);
  return Object.fromEntries(kept.filter(([, item]) => !isZero(item)));
}

function isZero(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === "" || value === 0 || value === false;
}
