import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAgent } from "./agent-process.js";

interface Body {
  readonly model: string;
  readonly messages: readonly { role: string; content: string }[];
  readonly tools: readonly { function: { name: string } }[];
}

const seen: Body[] = [];

/** Calls the weather tool, then repeats its answer; rejects a wrong key. */
const server = createServer(async (request, response) => {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Body;
  seen.push(body);
  const known = request.headers.authorization === "Bearer sk-test";
  const last = body.messages.at(-1);
  const call = { id: "c1", type: "function", function: { name: "get_weather", arguments: '{"city":"Shenzhen"}' } };
  const message =
    last?.role === "tool" ? { content: `I looked it up: ${last.content}.` } : { content: null, tool_calls: [call] };
  const answer = known ? { choices: [{ message }] } : { error: { message: "Incorrect API key provided." } };
  response.writeHead(known ? 200 : 401).end(JSON.stringify(answer));
});

let baseUrl: string;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("an OpenAI-compatible endpoint gets the hook's tools and the hook's answer", async () => {
  const { code, stdout } = await runAgent(["--base-url", baseUrl, "--model", "m", "--ask", "Shenzhen?"], {
    OPENAI_API_KEY: "sk-test",
  });
  expect(stdout).toContain(`model          m at ${baseUrl}/chat/completions`);
  expect(stdout).toContain("final reply    I looked it up: Shenzhen weather: Cloudy, temperature 26°C, humidity 75%.");
  expect(stdout).not.toContain("sk-test");
  expect(code).toBe(0);
  expect(seen.map(({ model }) => model)).toEqual(["m", "m"]);
  expect(seen[0]?.tools.map((tool) => tool.function.name)).toEqual([
    "current_time",
    "list_dir",
    "get_weather",
    "calculate",
  ]);
});

test("a wrong key exits 1 with the endpoint's message", async () => {
  const { code, stdout } = await runAgent(["--base-url", baseUrl], { OPENAI_API_KEY: "sk-wrong" });
  expect(stdout).toContain(`Not OK: ${baseUrl}/chat/completions answered 401: Incorrect API key provided.\n`);
  expect(code).toBe(1);
});
