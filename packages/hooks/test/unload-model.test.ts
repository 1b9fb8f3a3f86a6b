import { type UnloadModelOptions, unloadModel } from "@agent-hook/hooks";
import { createTestHost } from "@agent-hook/testing";
import { expect, it } from "vitest";
import { localServer } from "./local-server.js";

const modelServer = (status = 200) => localServer((response) => void response.writeHead(status).end("{}"));

it("other events do not unload the model", async () => {
  const { url, requests } = await modelServer();
  const agent = createTestHost(unloadModel({ model: "qwen3:32b", url }), { host: "claude-code" });
  await agent.shell("ls", "tea");
  await agent.event("SessionStart");
  expect(requests).toEqual([]);
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
  expect(requests).toMatchObject([request]);
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
