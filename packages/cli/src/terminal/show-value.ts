import type { Difference } from "@agent-hook/testing";

const MAX_VALUE_LENGTH = 160;
const MAX_DIFFERENCES = 10;
/** How many characters are shown before the first difference of two long texts. */
const BEFORE_DIFFERENCE = 30;

/** Formats a value as JSON on one line, shortened. `undefined` is shown as `(nothing)`. */
export function showValue(value: unknown, maxLength = MAX_VALUE_LENGTH): string {
  if (value === undefined) return "(nothing)";
  const text = JSON.stringify(value);
  return text.length <= maxLength ? text : `${cut(text, maxLength)}… (${text.length} characters)`;
}

/** Formats two values as JSON. Long texts start shortly before their first difference. */
function showBoth(expected: unknown, actual: unknown): readonly [expected: string, actual: string] {
  if (typeof expected !== "string" || typeof actual !== "string") return [showValue(expected), showValue(actual)];
  const start = commonStart(expected, actual) - BEFORE_DIFFERENCE;
  const both = [expected, actual].map((text) => {
    if (start <= 0 || JSON.stringify(text).length <= MAX_VALUE_LENGTH) return showValue(text);
    return `…${showValue(text.slice(start))}`;
  });
  return both as [string, string];
}

/** Describes where two messages differ: each JSON Pointer, with both values under two labels. */
export function showDifferences(
  differences: readonly Difference[],
  [first, second]: readonly [first: string, second: string],
): string[] {
  const width = Math.max(first.length, second.length);
  const lines = differences.slice(0, MAX_DIFFERENCES).flatMap(({ pointer, expected, actual }) => {
    const [before, after] = showBoth(expected, actual);
    const both = [`${first.padEnd(width)}  ${before}`, `${second.padEnd(width)}  ${after}`];
    return pointer === "" ? both : [pointer, ...both.map((line) => `  ${line}`)];
  });
  const more = differences.length - MAX_DIFFERENCES;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

/** Returns an external text, such as a reason or a tool's result, on one line and shortened. */
export function oneLine(text: string, maxLength = 200): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length <= maxLength ? line : `${cut(line, maxLength)}…`;
}

/** Cuts a text, but never within a surrogate pair. */
export function cut(text: string, length: number): string {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
