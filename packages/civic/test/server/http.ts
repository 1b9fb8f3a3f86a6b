import http from "node:http";

/** A response and its body as JSON. */
export interface Reply {
  readonly status: number;
  readonly statusText: string;
  readonly body: unknown;
}

interface Options {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

const JSON_BODY = { "content-type": "application/json" };

/** Sends a request with any headers. `fetch` sets some of them itself. */
export function send(
  port: number,
  path: string,
  { method = "POST", headers = {}, body = "" }: Options,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, method, headers: { ...JSON_BODY, ...headers }, agent: false };
    const request = http.request(options, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          statusText: response.statusMessage ?? "",
          body: text === "" ? undefined : JSON.parse(text),
        }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** The input of a tool call, as a batch of one. */
export const CALL = JSON.stringify({
  0: { json: { request: { method: "tools/call", params: { name: "look" } }, requestExtra: { requestId: 1 } } },
});
export const CALL_PATH = "/processCallToolRequest?batch=1";
