/** The command did not answer as an MCP server; the message says what came instead. */
export class McpServerError extends Error {
  override readonly name = "McpServerError";
}
