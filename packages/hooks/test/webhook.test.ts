import { type WebhookOptions, webhook } from "@agent-hook/hooks";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { addressOf, isPublic } from "../src/webhook/public-address.js";
import { localServer } from "./local-server.js";

const answering = (text: string, status = 200) =>
  localServer((response) => void response.writeHead(status, { location: "/other" }).end(text));
const local = (url: string): WebhookOptions => ({ url, allowPrivate: true });
const agentWith = (options: WebhookOptions) => createTestHost(webhook(options), { host: "claude-code", cwd: "/work" });

it("the server's answer decides, and the model reads its reason", async () => {
  const { url, requests } = await localServer((response, { body }) => {
    const isRemoval = JSON.stringify(body).includes("rm x");
    response.end(isRemoval ? '{"decision":"deny","reason":"no rm"}' : '{"decision":"allow"}');
  });
  const agent = agentWith({ ...local(url), headers: { authorization: "Bearer t" } });
  expect(await agent.shell("ls", "tea")).toMatchObject({ ran: true, result: "tea", failures: [] });
  const result = expect.stringContaining("no rm");
  expect(await agent.shell("rm x")).toMatchObject({ ran: false, result, failures: [] });
  const call = { tool: "Bash", kind: "shell", arguments: { command: "ls" }, cwd: "/work" };
  expect(requests).toMatchObject([{ headers: { authorization: "Bearer t" }, body: call }, { body: { kind: "shell" } }]);
});

it.each([
  ["claude-code", true],
  ["codex", false],
] as const)("the server can leave a call to a person, and a host that cannot ask denies it: %s", async (host, ran) => {
  const { url } = await answering('{"decision":"ask","reason":"is it fine?"}');
  const outcome = await createTestHost(webhook(local(url)), { host, onAsk: () => true }).shell("ls");
  expect(outcome).toMatchObject({ ran, failures: [] });
});

describe("without a valid answer, the call is denied", () => {
  const denied = { ran: false, result: expect.stringContaining("gave no valid answer") };
  const under = (options: WebhookOptions) => agentWith(options).shell("ls");

  it.each([
    ["prose", "yes, go on", 200],
    ["another decision", '{"decision":"approve"}', 200],
    ["an unknown key", '{"decision":"allow","sure":true}', 200],
    ["an error", '{"decision":"allow"}', 500],
    ["a redirect", '{"decision":"allow"}', 307],
    ["another status that is fine elsewhere", '{"decision":"allow"}', 201],
    ["too much", `{"decision":"allow","reason":"${"x".repeat(100_000)}"}`, 200],
  ])("%s", async (_, text, status) => {
    expect(await under(local((await answering(text, status)).url))).toMatchObject(denied);
  });

  it("a server that hangs", async () => {
    const { url } = await localServer(() => undefined);
    expect(await under({ ...local(url), timeoutMs: 100 })).toMatchObject(denied);
  });

  it("a server that is down", async () => {
    expect(await under(local("http://127.0.0.1:1/"))).toMatchObject(denied);
  });

  it.each(["https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://2130706433/", "https://0x7f.1/"])(
    "%s, an address of this machine",
    async (url) => expect(await under({ url })).toMatchObject(denied),
  );
});

describe("an address", () => {
  it.each(["8.8.8.8", "1.1.1.1", "2606:4700::1111", "2a00:1450:4001:82a::200e"])("%s is public", (address) => {
    expect(isPublic(address)).toBe(true);
  });

  it.each([
    ...["127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1"],
    ...["0.0.0.0"],
    ...["::1", "::", "fe80::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1"],
    ...["2002:7f00:1::", "224.0.0.1", "255.255.255.255", "no address", ""],
  ])("%j is not", (address) => expect(isPublic(address)).toBe(false));

  it("of this machine is only used if it is allowed", async () => {
    await expect(addressOf("localhost", false)).rejects.toThrow("set allowPrivate");
    expect((await addressOf("[::1]", true)).address).toBe("::1");
  });
});

it.each<[string, unknown, string]>([
  ["no address", {}, "url: "],
  ["plain HTTP", { url: "http://policy.example.com" }, "url: expected an address with https:"],
  ["a file", { url: "file:///etc/passwd" }, "url: "],
  ["an unknown option", { url: "https://policy.example.com", retries: 3 }, "Unrecognized key"],
])("%s is rejected", (_, options, message) => {
  expect(() => webhook(options as WebhookOptions)).toThrow(message);
});
