/** The command did not answer as an MCP server. The message says what it answered. */
export class McpServerError extends Error {
  override readonly name = "McpServerError";
}
