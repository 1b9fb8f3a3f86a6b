import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ModelInput } from "./script.js";

/** A request to the model and the content of its last turn. `input` is absent if the request asks for no turn. */
export interface ModelRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Body;
  readonly input?: ModelInput;
}

/** A JSON object whose shape only its API defines. */
// biome-ignore lint/suspicious/noExplicitAny: the agents' own JSON, read by path
export type Body = any;

/** A whole document, or the events of a stream. */
export type ModelAnswer =
  | { readonly status?: number; readonly document: unknown }
  | {
      readonly events: readonly { readonly event?: string; readonly data: unknown }[];
      /** The data of the last event, which is not JSON. */
      readonly end?: string;
    };

/** One vendor's API: reads requests and writes replies. */
export interface ModelApi {
  readInput(method: string, path: string, body: Body): ModelInput | undefined;
  answer(request: ModelRequest): ModelAnswer;
}

export interface ModelServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** All requests in order. */
  readonly requests: readonly ModelRequest[];
}

/** Starts a mock model on a free local port. */
export async function startModelServer(modelApi: ModelApi): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming, modelApi);
    requests.push(request);
    write(response, modelApi.answer(request));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function read(incoming: IncomingMessage, modelApi: ModelApi): Promise<ModelRequest> {
  const method = incoming.method ?? "";
  const [path = ""] = (incoming.url ?? "").split("?");
  const raw = await text(incoming);
  const body: Body = raw === "" ? {} : JSON.parse(raw);
  const input = modelApi.readInput(method, path, body);
  return { method, path, body, ...(input && { input }) };
}

function write(response: ServerResponse, answer: ModelAnswer): void {
  if ("document" in answer) {
    response.writeHead(answer.status ?? 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.document));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const { event, data } of answer.events) {
    response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
  }
  response.end(answer.end === undefined ? "" : `data: ${answer.end}\n\n`);
}
