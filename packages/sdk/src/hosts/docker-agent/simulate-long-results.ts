const MAX_LINES = 2000;
const MAX_BYTES = 50 * 1024;
const CATEGORIES: readonly unknown[] = ["shell", "filesystem", "mcp", "a2a"];

/**
 * Whether docker-agent truncates a result. v1.123.0 does so in a built-in hook that runs before all others. v1.58.0
 * does not, and sends no category.
 */
export function isTooLong(text: string, category: unknown): boolean {
  if (!CATEGORIES.includes(category)) return false;
  const lines = text.split("\n").length - (text === "" || text.endsWith("\n") ? 1 : 0);
  return lines > MAX_LINES || Buffer.byteLength(text) > MAX_BYTES;
}

/**
 * Returns the end of a text. The model gets it with a notice of the host, which is missing here. For `read_file`, the
 * model gets the beginning instead.
 */
export function cutResult(text: string): string {
  const lines = text.split("\n");
  const end = Buffer.from(lines.slice(-MAX_LINES - (text.endsWith("\n") ? 1 : 0)).join("\n"));
  return end
    .subarray(Math.max(0, end.length - MAX_BYTES))
    .toString()
    .replace(/^\ufffd+/, "");
}
