import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { JudgeModelSettings } from "@agent-hook/hooks/judge";
import { onTestFinished } from "vitest";

/** A request that a model server received. */
export interface ModelRequest {
  readonly path: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: {
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly response_format?: unknown;
    readonly [field: string]: unknown;
  };
}

/** Starts a server on this machine, and returns it as a model with the requests that it received. */
export async function modelServer(answer: (response: ServerResponse, request: ModelRequest) => void) {
  const requests: ModelRequest[] = [];
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
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const model: JudgeModelSettings = { provider: "openai-compatible", baseUrl, model: "small" };
  return { model, baseUrl, requests, stop };
}

/** Answers as OpenAI's chat completions do. */
export function complete(response: ServerResponse, content: unknown, more: object = {}, message: object = {}): void {
  const choice = { index: 0, message: { role: "assistant", content, ...message }, finish_reason: "stop", ...more };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ id: "1", object: "chat.completion", created: 1, model: "small", choices: [choice] }));
}

/** A model that always gives the same answer. */
export const answering = (content: unknown, more: object = {}, message: object = {}) =>
  modelServer((response) => complete(response, content, more, message));

/** A model that always decides the same. */
export const deciding = (decision: string, reason = "so it is") => answering(JSON.stringify({ decision, reason }));
