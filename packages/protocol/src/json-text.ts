/**
 * JSON text that `JSON.parse` reads back deep-equal: `JSON.stringify` alone turns -0 into 0 and an infinite number
 * (what `JSON.parse` makes of 1e999) into null. Throws what `JSON.stringify` throws: BigInt, cycles, deep nesting.
 */
export function stringify(value: unknown): string {
  return holdsEdgeNumber(value) ? stringifyEdgeNumbers(value) : JSON.stringify(value);
}

function holdsEdgeNumber(value: unknown): boolean {
  if (typeof value === "number") return isEdgeNumber(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsEdgeNumber);
  for (const key in value) {
    if (holdsEdgeNumber((value as Record<string, unknown>)[key])) return true;
  }
  return false;
}

function isEdgeNumber(value: number): boolean {
  return value === 0 ? Object.is(value, -0) : value === Infinity || value === -Infinity;
}

function stringifyEdgeNumbers(value: unknown): string {
  // Nobody can guess the mark, so no text in the value is taken for one.
  const mark = crypto.randomUUID();
  const text = JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "number" && isEdgeNumber(item) ? `${mark}${spell(item)}` : item,
  );
  return text.replaceAll(new RegExp(`"${mark}([^"]*)"`, "g"), "$1");
}

function spell(value: number): string {
  if (value === 0) return "-0";
  return value > 0 ? "1e999" : "-1e999";
}
