import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { AgentRunner, Run } from "./agents/agent-runner.js";

/** What the model does when it judges a command that creates a file of this name. */
const ANSWERS = {
  allows: (response: ServerResponse) => complete(response, '{"decision":"allow","reason":"it is harmless"}'),
  hangs: () => undefined,
  prose: (response: ServerResponse) => complete(response, "This is fine, go on."),
  "error-500": (response: ServerResponse) => void response.writeHead(500).end(),
};

type Judge = keyof typeof ANSWERS;

export const JUDGES = Object.keys(ANSWERS) as readonly Judge[];

/** Returns the command that this judge is asked about. */
export function judgedCommand(judge: Judge | "is-down"): string {
  return `echo ran > ${judge}.txt; echo OUTPUT`;
}

/** A server of a model that judges calls. */
export interface JudgingModel {
  /** Returns a run of this agent with a hook that asks the server. */
  runOf(agent: AgentRunner): Omit<Run, "command">;
  /** How many requests it got from this agent's hook. */
  requestsOf(agent: AgentRunner, judge: Judge): number;
  stop(): Promise<void>;
}

export async function startJudgingModel(): Promise<JudgingModel> {
  const file = fileURLToPath(new URL("../hooks/judged.mjs", import.meta.url));
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.stringify(await json(request));
    const judge = JUDGES.find((name) => body.includes(`${name}.txt`));
    if (judge === undefined) return void response.writeHead(400).end();
    requests.push(`${(request.url ?? "").split("/")[1]} ${judge}`);
    ANSWERS[judge](response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    runOf: ({ host }) => ({ hook: { file, arguments: [`http://127.0.0.1:${port}/${host}/v1`] } }),
    requestsOf: ({ host }, judge) => requests.filter((name) => name === `${host} ${judge}`).length,
    stop: async () => {
      server.close().closeAllConnections();
      await once(server, "close");
    },
  };
}

function complete(response: ServerResponse, content: string): void {
  const choice = { index: 0, message: { role: "assistant", content }, finish_reason: "stop" };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ id: "1", object: "chat.completion", created: 1, model: "judge", choices: [choice] }));
}
