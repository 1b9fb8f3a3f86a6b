// Captured when the module loads, so that answers do not change if a dependency later replaces `JSON.stringify`.
const { stringify: write } = JSON;

/**
 * Returns JSON text that every reader treats as one line, and from which `JSON.parse` restores an equal value. This
 * includes -0, which `JSON.stringify` writes as 0, and infinite numbers, which it writes as null (`JSON.parse` reads
 * 1e999 as infinity). Throws where `JSON.stringify` throws: on BigInt, cycles and deep nesting.
 */
export function stringify(value: unknown): string {
  const text = holdsEdgeNumber(value) ? stringifyEdgeNumbers(value) : write(value, withoutInherited());
  return text?.includes("\u2028") || text?.includes("\u2029") ? escapeSeparators(text) : text;
}

type Replacer = (this: unknown, key: string, item: unknown) => unknown;

/**
 * Returns a replacer that bypasses a `toJSON` in `Object.prototype` or `Array.prototype`, or `undefined` if there is
 * none. A dependency that adds such a `toJSON` could change every object or array.
 */
function withoutInherited(): Replacer | undefined {
  const ofObjects = (Object.prototype as { toJSON?: unknown }).toJSON;
  const ofLists = (Array.prototype as { toJSON?: unknown }).toJSON;
  if (ofObjects === undefined && ofLists === undefined) return undefined;
  return function (key, item) {
    const own = (this as Record<string, unknown>)[key];
    if (typeof own !== "object" || own === null) return item;
    const { toJSON } = own as { toJSON?: unknown };
    return toJSON === ofObjects || toJSON === ofLists ? own : item;
  };
}

/** Some readers treat these as line ends (Node 24's readline). Go, and therefore PicoClaw, escapes them too. */
function escapeSeparators(text: string): string {
  return text.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
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
  // The marker is random, so no string in the value can be mistaken for it.
  const mark = crypto.randomUUID();
  const replace = withoutInherited();
  const text = write(value, function (this: unknown, key, original: unknown) {
    const item = replace === undefined ? original : replace.call(this, key, original);
    return typeof item === "number" && isEdgeNumber(item) ? `${mark}${spell(item)}` : item;
  });
  return text.replaceAll(new RegExp(`"${mark}([^"]*)"`, "g"), "$1");
}

function spell(value: number): string {
  if (value === 0) return "-0";
  return value > 0 ? "1e999" : "-1e999";
}
