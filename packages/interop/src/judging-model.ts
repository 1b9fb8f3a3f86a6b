import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a model that judges calls does with each request. */
export const JUDGING_MODELS = {
  allows: (response: ServerResponse) => complete(response, '{"decision":"allow","reason":"it is harmless"}'),
  hangs: () => undefined,
  "answers prose": (response: ServerResponse) => complete(response, "This is fine, go on."),
  "answers 500": (response: ServerResponse) => void response.writeHead(500).end(),
  "is down": undefined,
} as const;

/** Runs a model server on this machine while `run` uses its address. Returns how many requests it got. */
export async function withJudgingModel(
  name: keyof typeof JUDGING_MODELS,
  run: (baseUrl: string) => Promise<void>,
): Promise<number> {
  let requests = 0;
  const answer = JUDGING_MODELS[name];
  const server = createServer((request, response) => {
    requests += 1;
    request.resume().on("end", () => answer?.(response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  if (answer === undefined) await stop();
  try {
    await run(`http://127.0.0.1:${port}/v1`);
  } finally {
    if (answer !== undefined) await stop();
  }
  return requests;
}

function complete(response: ServerResponse, content: string): void {
  const choice = { index: 0, message: { role: "assistant", content }, finish_reason: "stop" };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ id: "1", object: "chat.completion", created: 1, model: "judge", choices: [choice] }));
}
