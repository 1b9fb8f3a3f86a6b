/** Whether a first message is PicoClaw's: JSON-RPC with a method of hooks. */
export function recognise(first: unknown): boolean {
  const method = typeof first === "object" && first !== null && "method" in first ? first.method : undefined;
  return typeof method === "string" && method.startsWith("hook.");
}
