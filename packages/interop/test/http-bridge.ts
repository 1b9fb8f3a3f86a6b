import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { ProgressToken, RequestId } from "@modelcontextprotocol/sdk/types.js";

/** An MCP server on 127.0.0.1. */
export interface HttpServer extends AsyncDisposable {
  readonly url: string;
}

/** Serves an MCP server that speaks stdio over streamable HTTP: starts one process per session, and changes no message. */
export async function serveOverHttp(command: string, args: readonly string[]): Promise<HttpServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  async function openSession(): Promise<StreamableHTTPServerTransport> {
    const http = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, http),
    });
    const stdio = new StdioClientTransport({ command, args: [...args] });
    /** Over HTTP, progress belongs to the response of its call. */
    const calls = new Map<ProgressToken, RequestId>();
    http.onmessage = (message) => {
      const token = "method" in message ? message.params?._meta?.progressToken : undefined;
      if (token !== undefined && "id" in message && message.id !== undefined) calls.set(token, message.id);
      void stdio.send(message);
    };
    stdio.onmessage = (message) => {
      const token = "method" in message ? (message.params?.progressToken as ProgressToken | undefined) : undefined;
      const call = token === undefined ? undefined : calls.get(token);
      // Rejects if the client has closed the connection.
      http.send(message, call === undefined ? {} : { relatedRequestId: call }).catch(() => {});
    };
    await stdio.start();
    http.onclose = () => void stdio.close();
    return http;
  }

  const server = createServer(async (request, response) => {
    const id = request.headers["mcp-session-id"];
    const session = id === undefined ? await openSession() : sessions.get(String(id));
    if (session === undefined) response.writeHead(404).end();
    else await session.handleRequest(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...sessions.values()].map((session) => session.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
