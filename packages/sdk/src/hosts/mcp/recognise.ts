/** Whether a first message is from an MCP client: any JSON-RPC call that is not a hook method. */
export function recognise(first: unknown): boolean {
  if (typeof first !== "object" || first === null || !("jsonrpc" in first) || first.jsonrpc !== "2.0") return false;
  return "method" in first && typeof first.method === "string" && !first.method.startsWith("hook.");
}
