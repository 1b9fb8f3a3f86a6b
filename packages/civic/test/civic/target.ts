import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, ListToolsRequestSchema, McpError, type Tool } from "@modelcontextprotocol/sdk/types.js";

/** A call that reached the server behind the proxy. */
export interface ReceivedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
}

const anything = { type: "object" as const };
const TOOLS: readonly Tool[] = [
  { name: "echo", description: "Says the text again, as many times as wanted", inputSchema: anything },
  { name: "transfer", description: "Moves money", inputSchema: anything },
  {
    name: "add",
    description: "Adds two numbers",
    inputSchema: anything,
    outputSchema: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
  },
  { name: "fails", description: "Answers with an error of JSON-RPC", inputSchema: anything },
  { name: "count_roots", description: "Asks the client for its roots", inputSchema: anything },
];

/** The server behind the proxy. It records each call that it receives. */
export class Target {
  readonly calls: ReceivedCall[] = [];
  /** The methods of the clients' notifications. */
  readonly notifications: string[] = [];

  get ran(): readonly string[] {
    return this.calls.map((call) => call.tool);
  }

  /** Creates a server for one session. */
  server(): McpServer {
    const server = new McpServer({ name: "target", version: "1.0.0" }, { capabilities: { tools: {}, logging: {} } });
    server.registerResource("readme", "note://readme", {}, (uri) => ({
      contents: [{ uri: uri.href, text: "the readme" }],
    }));
    server.registerPrompt("greet", { description: "Greets" }, () => ({
      messages: [{ role: "user", content: { type: "text", text: "Say hello" } }],
    }));
    server.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...TOOLS] }));
    server.server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestInfo }) => {
      this.calls.push({ tool: params.name, arguments: params.arguments ?? {}, headers: { ...requestInfo?.headers } });
      return answer(server, params.name, params.arguments ?? {});
    });
    server.server.oninitialized = () => this.notifications.push("notifications/initialized");
    server.server.fallbackNotificationHandler = async ({ method }) => {
      this.notifications.push(method);
    };
    return server;
  }
}

async function answer(server: McpServer, tool: string, args: Readonly<Record<string, unknown>>) {
  const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
  switch (tool) {
    case "echo":
      return text(String(args.text).repeat(Number(args.times ?? 1)));
    case "transfer":
      return text("transferred");
    case "add": {
      const structuredContent = { sum: Number(args.a) + Number(args.b) };
      return { ...text(JSON.stringify(structuredContent)), structuredContent };
    }
    case "count_roots":
      return text(`${(await server.server.listRoots()).roots.length} roots`);
    default:
      throw new McpError(-32602, `no account for ${tool}`, { account: 7 });
  }
}
