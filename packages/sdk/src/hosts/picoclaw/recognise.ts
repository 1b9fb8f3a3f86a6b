/** Whether a first message is from PicoClaw: JSON-RPC with a hook method. */
export function recognise(first: unknown): boolean {
  const method = typeof first === "object" && first !== null && "method" in first ? first.method : undefined;
  return typeof method === "string" && method.startsWith("hook.");
}
