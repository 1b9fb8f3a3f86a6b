/** Whether a first message is an MCP client's: any JSON-RPC call that is none of hooks. */
export function recognise(first: unknown): boolean {
  if (typeof first !== "object" || first === null || !("jsonrpc" in first) || first.jsonrpc !== "2.0") return false;
  return "method" in first && typeof first.method === "string" && !first.method.startsWith("hook.");
}
