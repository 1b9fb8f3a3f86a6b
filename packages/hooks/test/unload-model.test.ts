import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type UnloadModelOptions, unloadModel } from "@agent-hook/hooks";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { createTestHost, TEST_HOSTS } from "@agent-hook/testing";
import { describe, expect, it, onTestFinished } from "vitest";

/** Starts a server that answers with a status, and returns its address and the requests that it received. */
async function modelServer(status = 200) {
  const requests: unknown[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => {
      text += part;
    });
    request.on("end", () => {
      requests.push({ path: request.url, body: JSON.parse(text) });
      response.writeHead(status).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const endOf = (host: string) =>
  Object.entries(HOST_EVENTS[host] ?? {}).find(([, { kind }]) => kind === "session.end")?.[0];

describe.each(TEST_HOSTS.filter((host) => endOf(host) !== undefined))("under %s", (host) => {
  it("the end of a session unloads the model, and no other event does", async () => {
    const { url, requests } = await modelServer();
    const agent = createTestHost(unloadModel({ model: "qwen3:32b", url }), { host });
    await agent.shell("ls", "tea");
    expect(requests).toEqual([]);
    expect(await agent.event(endOf(host) ?? "")).toMatchObject({ failures: [] });
    expect(requests).toEqual([{ path: "/api/generate", body: { model: "qwen3:32b", keep_alive: 0 } }]);
  });
});

const ended = async (options: UnloadModelOptions) => {
  const agent = createTestHost(unloadModel(options), { host: "claude-code" });
  const { failures } = await agent.event("SessionEnd");
  return { failures, log: agent.log.join("\n") };
};

it.each<[UnloadModelOptions["server"], unknown]>([
  ["lm-studio", { path: "/api/v1/models/unload", body: { instance_id: "m" } }],
  ["llama.cpp", { path: "/models/unload", body: { model: "m" } }],
])("%s is asked in its own way", async (server, request) => {
  const { url, requests } = await modelServer();
  expect(await ended({ model: "m", server, url })).toEqual({ failures: [], log: "" });
  expect(requests).toEqual([request]);
});

it("a server that refuses is a warning, not a failure", async () => {
  const { url } = await modelServer(500);
  const { failures, log } = await ended({ model: "m", url });
  expect(failures).toEqual([]);
  expect(log).toContain("the model is still loaded: expected status 200, got 500");
});

it("another machine is not asked, unless that is intended", async () => {
  // An address for examples: nobody has it.
  const { log } = await ended({ model: "m", url: "http://192.0.2.1" });
  expect(log).toContain("expected a server on this machine");
});

it.each<[string, object, string]>([
  ["no model", {}, "unloadModel: invalid options: model"],
  ["an unknown server", { model: "m", server: "vllm" }, "server"],
  ["another protocol", { model: "m", url: "file:///etc" }, "url"],
])("rejects %s", (_, options, message) => expect(() => unloadModel(options as UnloadModelOptions)).toThrow(message));
