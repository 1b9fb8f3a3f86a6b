import type { Message } from "@agent-hook/picoclaw";
import { z } from "zod";
import { type Model, ModelError, type ModelReply, type ModelRequest } from "./model.js";

export interface OpenAiModelOptions {
  /** For example https://api.openai.com/v1 */
  readonly baseUrl: string;
  readonly name: string;
  /** Sent as a bearer token. A local server may not need one. */
  readonly apiKey?: string | undefined;
  /** Default 60 seconds. */
  readonly timeoutMs?: number;
}

const toolCall = z.object({
  id: z.string().nullish(),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
const choice = z.object({
  message: z.object({ content: z.string().nullish(), tool_calls: z.array(toolCall).nullish() }),
});
const completion = z.object({ choices: z.tuple([choice]).rest(z.unknown()) });

/** Uses any endpoint with OpenAI's `/chat/completions`, without streaming. */
export function openAiModel({ baseUrl, name, apiKey, timeoutMs = 60_000 }: OpenAiModelOptions): Model {
  const url = `${baseUrl.replace(/\/+$/, "")}/chat/completions`;
  return {
    label: `${name} at ${url}`,
    name,
    reply: async (request) => {
      const response = await post(url, apiKey, bodyOf(request), timeoutMs);
      if (!response.ok) throw new ModelError(failureText(url, response.status, response.text, apiKey));
      return replyOf(url, response.text);
    },
  };
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
}

async function post(url: string, apiKey: string | undefined, body: object, timeoutMs: number): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") {
      throw new ModelError(`${url} did not answer in ${timeoutMs / 1000} s`);
    }
    throw new ModelError(`${url} cannot be reached: ${rootCause(error)}`);
  }
}

/** Returns the cause, which says more than `fetch failed`. */
function rootCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return rootCause(error.cause);
  return error.message || ("code" in error ? String(error.code) : error.name);
}

function failureText(url: string, status: number, text: string, apiKey: string | undefined): string {
  const body = z.object({ error: z.object({ message: z.string() }) }).safeParse(parseJson(text));
  const reason = (body.success ? body.data.error.message : text).slice(0, 300).trim();
  const shown = apiKey ? reason.replaceAll(apiKey, "***") : reason;
  const advice = status === 401 && !apiKey ? " Set OPENAI_API_KEY." : "";
  return `${url} answered ${status}${shown ? `: ${shown}` : ""}${advice}`;
}

function replyOf(url: string, text: string): ModelReply {
  const checked = completion.safeParse(parseJson(text));
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const where = issue?.path.join(".") || "the whole";
    throw new ModelError(`${url} did not answer with a chat completion: ${where}: ${issue?.message ?? ""}`);
  }
  const { content, tool_calls: calls } = checked.data.choices[0].message;
  return {
    content: content ?? "",
    calls: (calls ?? []).map(({ id, function: called }, index) => ({ id: id || `call_${index + 1}`, ...called })),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bodyOf({ model, messages, tools, options }: ModelRequest): object {
  return { ...options, model, messages: messages.map(openAiMessage), ...(tools.length > 0 ? { tools } : {}) };
}

/** Keeps only OpenAI's fields, because strict servers reject other fields. */
function openAiMessage({ role, content, tool_calls: calls, tool_call_id: answers }: Message): object {
  return {
    role,
    content: content ?? "",
    ...(calls && calls.length > 0
      ? { tool_calls: calls.map(({ id, function: called }) => ({ id, type: "function", function: called })) }
      : {}),
    ...(answers ? { tool_call_id: answers } : {}),
  };
}
