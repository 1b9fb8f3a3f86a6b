import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// The minimal hook server: it parses JSON and always continues. It adds only the cost of calling any hook.
const CARRIED: Readonly<Record<string, string>> = { Request: "request", Result: "response" };

interface Call {
  readonly json: Readonly<Record<string, unknown>>;
}

function answer(method: string, { json }: Call): object {
  const field = CARRIED[/(Request|Result|Error|)$/.exec(method)?.[0] ?? ""];
  const carried = field === undefined ? { notification: json } : { [field]: json[field] };
  return { result: { data: { json: { resultType: "continue", ...carried } } } };
}

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (chunk: string) => {
    body += chunk;
  });
  request.on("end", () => {
    const calls = JSON.parse(body) as readonly Call[];
    const methods = new URL(request.url ?? "", "http://127.0.0.1").pathname.slice(1).split(",");
    const text = JSON.stringify(methods.map((method, index) => answer(method, calls[index] as Call)));
    response
      .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      .end(text);
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`serves http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
