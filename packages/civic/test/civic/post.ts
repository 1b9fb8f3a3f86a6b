import { request } from "node:http";

export interface HttpReply {
  readonly status: number;
  readonly text: string;
}

/** One request to a hook's server, with any headers at all: `fetch` would not let a foreign `Host` out. */
export function send(url: string, headers: Record<string, string>, body?: string): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const options = { method: body === undefined ? "GET" : "POST", headers, agent: false };
    const sent = request(url, options, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      reply.on("end", () => resolve({ status: reply.statusCode ?? 0, text }));
      reply.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Calls a method of a hook as tRPC's client does when it sends one call alone. */
export function post(
  url: string,
  method: string,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<HttpReply> {
  const body = JSON.stringify({ json: input });
  return send(`${url}/${method}`, { "content-type": "application/json", ...headers }, body);
}
