import type { ToolResult } from "@agent-hook/protocol";
import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { BuiltInTool } from "./built-in-tools.js";
import { McpServerError } from "./mcp-server-error.js";

/** A hook's process as MCP server, and its tools. */
export interface McpServer extends AsyncDisposable {
  readonly tools: readonly BuiltInTool[];
  /** Of the protocol, as the two agreed on it. */
  readonly version: string;
}

const PATIENCE_MS = 5000;

/** Starts the hook's command once more, as an MCP server: what PicoClaw does with an entry of `tools.mcp.servers`. */
export async function startMcpServer(name: string, [program = "", ...args]: readonly string[]): Promise<McpServer> {
  const client = new Client({ name: "mini-agent", version: "0.0.0" });
  const env = { ...(process.env as Record<string, string>), AGENT_HOOK_HOST: "mcp" };
  try {
    await client.connect(new StdioClientTransport({ command: program, args, env }), { timeout: PATIENCE_MS });
    const { tools } = await client.listTools({}, { timeout: PATIENCE_MS });
    return {
      version: client.getNegotiatedProtocolVersion() ?? "",
      tools: tools.map(({ name: tool, description = "", inputSchema }) => ({
        definition: {
          type: "function",
          // PicoClaw's name; of a tool whose name has other characters it would make another.
          function: { name: `mcp_${name}_${tool}`.toLowerCase(), description, parameters: inputSchema },
        },
        run: async (given) => resultOf(await client.callTool({ name: tool, arguments: given })),
      })),
      [Symbol.asyncDispose]: () => client.close(),
    };
  } catch (error) {
    await client.close();
    const [why = ""] = String(error instanceof Error ? error.message : error).split(/: \[|\n/, 1);
    throw new McpServerError(`it is no MCP server: ${why}`);
  }
}

function resultOf({ content, isError = false }: CallToolResult): ToolResult {
  const text = content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
  return { for_llm: text, silent: false, is_error: isError, async: false };
}
