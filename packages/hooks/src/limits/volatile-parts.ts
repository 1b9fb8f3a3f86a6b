/**
 * Parts of a result that change from run to run and say nothing about it: times, durations, UUIDs, addresses in memory,
 * and numbers that hosts and programs name as ids, such as `Process Group PGID: 26488` or `shellId: 3`. Every
 * repetition has an upper bound, so a search takes linear time.
 */
const VOLATILE =
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(?:Z|[+-]\d\d:?\d\d)?|\b\d\d?:\d\d:\d\d(?:\.\d{1,9})?\b|\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b|\b0x[\da-f]{1,16}\b|\b\d{1,12}(?:\.\d{1,9})? ?(?:ns|us|µs|ms|s|sec|secs|seconds?|m|min|minutes?)\b|\b(?:pid|pgid|shellId|session ID|chunk ID|wall time|duration)\b[ :=]{0,3}[\w.-]{1,64}/gi;

/** Returns a text without the parts that change from run to run. */
export function withoutVolatileParts(text: string): string {
  return text.replace(VOLATILE, "~");
}
