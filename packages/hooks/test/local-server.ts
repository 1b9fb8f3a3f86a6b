import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request with a JSON body that a server received. */
export interface JsonRequest<Body = unknown> {
  readonly path: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: Body;
}

/** Starts a server on this machine until the test ends. Returns its address and the requests that it received. */
export async function localServer<Body = unknown>(
  answer: (response: ServerResponse, request: JsonRequest<Body>) => void,
) {
  const requests: JsonRequest<Body>[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => {
      text += part;
    });
    request.on("end", () => {
      const received = { path: request.url, headers: request.headers, body: JSON.parse(text) };
      requests.push(received);
      answer(response, received);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  onTestFinished(async () => void (await stop()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, stop };
}
