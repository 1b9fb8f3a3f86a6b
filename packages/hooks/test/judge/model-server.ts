import type { ServerResponse } from "node:http";
import type { JudgeModelSettings } from "@agent-hook/hooks/judge";
import { type JsonRequest, localServer } from "../local-server.js";

interface ModelRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: unknown;
  readonly [field: string]: unknown;
}

/** Starts a server on this machine, and returns it as a model with the requests that it received. */
export async function modelServer(answer: (response: ServerResponse, request: JsonRequest<ModelRequest>) => void) {
  const { url, ...server } = await localServer(answer);
  const baseUrl = `${url}/v1`;
  const model: JudgeModelSettings = { provider: "openai-compatible", baseUrl, model: "small" };
  return { ...server, model, baseUrl };
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
