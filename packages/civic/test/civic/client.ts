import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Scene } from "./scene.js";

/** What a client received for a tool call: a result or a JSON-RPC error. */
export interface Outcome {
  readonly text: string;
  readonly isError: boolean;
  readonly error?: { readonly code: unknown; readonly message: string; readonly data?: unknown };
  readonly structuredContent?: unknown;
}

/** Connects an MCP client, including the handshake. */
export async function connect(scene: Scene, transport: Transport): Promise<Client> {
  const client = new Client({ name: "client", version: "1.0.0" }, { capabilities: { roots: {} } });
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///work" }] }));
  scene.onEnd(() => client.close());
  await client.connect(transport);
  return client;
}

export function connectOverHttp(scene: Scene, url: string, headers: Record<string, string> = {}): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
  return connect(scene, transport as Transport);
}

/** Calls a tool. After `timeout` milliseconds, the client gives up with its own error. */
export async function call(
  client: Client,
  tool: string,
  args: Record<string, unknown> = {},
  timeout = 20_000,
): Promise<Outcome> {
  try {
    const result = await client.callTool({ name: tool, arguments: args }, undefined, { timeout });
    const content = result.content as readonly { readonly type: string; readonly text?: string }[];
    return {
      text: content.map((block) => block.text ?? `[${block.type}]`).join("\n"),
      isError: result.isError === true,
      ...(result.structuredContent === undefined ? {} : { structuredContent: result.structuredContent }),
    };
  } catch (error) {
    const { code, message, data } = error as { code?: unknown; message: string; data?: unknown };
    return { text: message, isError: true, error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
}
