import type { ToolResult } from "@agent-hook/picoclaw";
import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { BuiltInTool } from "./built-in-tools.js";
import { McpServerError } from "./mcp-server-error.js";

/** A hook's process that runs as an MCP server, and its tools. */
export interface McpServer extends AsyncDisposable {
  readonly tools: readonly BuiltInTool[];
  /** The negotiated protocol version. */
  readonly version: string;
}

const TIMEOUT_MS = 5000;

/** Starts the hook's command again, as an MCP server, as PicoClaw does for an entry of `tools.mcp.servers`. */
export async function startMcpServer(name: string, [program = "", ...args]: readonly string[]): Promise<McpServer> {
  const client = new Client({ name: "mini-agent", version: "0.0.0" });
  const env = { ...(process.env as Record<string, string>), AGENT_HOOK_HOST: "mcp" };
  try {
    await client.connect(new StdioClientTransport({ command: program, args, env }), { timeout: TIMEOUT_MS });
    const { tools } = await client.listTools({}, { timeout: TIMEOUT_MS });
    return {
      version: client.getNegotiatedProtocolVersion() ?? "",
      tools: tools.map(({ name: tool, description = "", inputSchema }) => ({
        definition: {
          type: "function",
          // The name that PicoClaw gives the tool, except that PicoClaw also replaces special characters.
          function: { name: `mcp_${name}_${tool}`.toLowerCase(), description, parameters: inputSchema },
        },
        run: async (args) => resultOf(await client.callTool({ name: tool, arguments: args })),
      })),
      [Symbol.asyncDispose]: () => client.close(),
    };
  } catch (error) {
    await client.close();
    const [why = ""] = String(error instanceof Error ? error.message : error).split(/: \[|\n/, 1);
    throw new McpServerError(`it is not an MCP server: ${why}`);
  }
}

function resultOf({ content, isError = false }: CallToolResult): ToolResult {
  const text = content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
  return { for_llm: text, silent: false, is_error: isError, async: false };
}
