import type { StoreKey } from "../hook/store.js";
import { StoreError } from "../hook/store-error.js";
import { describeIssues, isObject } from "../text/index.js";

/** Returns a value as JSON with sorted keys, so that equal values are equal texts. */
export function jsonText(value: unknown, key: StoreKey<unknown>): string {
  const text = JSON.stringify(value, (_name, part: unknown) => (isObject(part) ? sorted(part) : part));
  if (text !== undefined) return text;
  throw new StoreError("invalid-value", `${describeKey(key)}: the value cannot be written as JSON`);
}

/** Parses the text of a value with the schema of its key. `when` describes the value in an error. */
export async function parsedValue<T>(key: StoreKey<T>, text: string, when: string): Promise<T> {
  const value: unknown = JSON.parse(text);
  const checked = await key.value["~standard"].validate(value);
  if (checked.issues === undefined) return checked.value;
  throw new StoreError(
    "invalid-value",
    `${describeKey(key)}: ${when} does not fit the schema: ${describeIssues(checked.issues, value)}`,
  );
}

function describeKey({ name }: StoreKey<unknown>): string {
  return `store key "${name}"`;
}

/** Uses `fromEntries` because, unlike an assignment, it can create a field with the name `__proto__`. */
function sorted(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
