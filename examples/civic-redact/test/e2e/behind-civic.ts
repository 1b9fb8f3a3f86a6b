import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { PassthroughContext } from "@civic/passthrough-mcp-server";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

const PROGRAM = fileURLToPath(new URL("../../dist/civic.js", import.meta.url));

/** A client, Civic's real proxy with the built program as its hook, and a server with the test's answers. */
export interface BehindCivic extends AsyncDisposable {
  readonly client: Client;
  /** The arguments of the calls that reached the server. */
  readonly received: unknown[];
  answer: () => CallToolResult;
  /** Calls any tool and returns what the client sees. */
  call(args?: Record<string, unknown>): Promise<CallToolResult>;
  kill(): Promise<void>;
}

export async function behindCivic(): Promise<BehindCivic> {
  const env = { ...process.env, PORT: "0", HOOK_TOKEN: "a-token" };
  const hook = spawn(process.execPath, [PROGRAM], { env, stdio: ["ignore", "pipe", "ignore"] });
  const exit = once(hook, "exit");
  const [line] = await once(createInterface(hook.stdout), "line");
  const [, url = ""] = /^HOOKS=(.+)$/.exec(line) ?? [];

  const received: unknown[] = [];
  const server = new McpServer({ name: "server", version: "1.0.0" }, { capabilities: { tools: {}, resources: {} } });
  server.server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    received.push(params.arguments);
    return world.answer();
  });
  server.server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => ({
    contents: [{ uri: params.uri, text: `write to ada@example.org` }],
  }));
  const [client, toProxy] = InMemoryTransport.createLinkedPair();
  const [fromProxy, toServer] = InMemoryTransport.createLinkedPair();
  const proxy = new PassthroughContext([{ url }]);
  await server.connect(toServer);
  await proxy.connect(toProxy, fromProxy);

  const world: BehindCivic = {
    client: new Client({ name: "client", version: "1.0.0" }),
    received,
    answer: () => ({ content: [] }),
    call: async (args = {}) =>
      (await world.client.callTool({ name: "send", arguments: args })) as unknown as CallToolResult,
    kill: async () => {
      hook.kill("SIGKILL");
      await exit;
    },
    [Symbol.asyncDispose]: async () => {
      await world.client.close();
      await proxy.close();
      await world.kill();
    },
  };
  await world.client.connect(client);
  return world;
}

/** A server error, as opposed to a tool error. */
export function failing(message: string): never {
  throw new McpError(-32602, message, { account: "4111 1111 1111 1111" });
}
