import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebhookOptions, webhook } from "@agent-hook/hooks";
import { hostCan } from "@agent-hook/sdk/hosts";
import { createTestHost, TEST_HOSTS } from "@agent-hook/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { addressOf, isPublic } from "../src/webhook/public-address.js";

/** Starts a server and returns its address, with the bodies that it received. */
async function serverThat(answers: (request: IncomingMessage, response: ServerResponse) => void) {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => {
      text += part;
    });
    request.on("end", () => {
      bodies.push(JSON.parse(text));
      answers(request, response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/decide`, bodies };
}

const answering = (text: string, status = 200) =>
  serverThat((_, response) => response.writeHead(status, { location: "/other" }).end(text));
const local = (url: string): WebhookOptions => ({ url, allowPrivate: true });

describe.each(TEST_HOSTS)("under %s", (host) => {
  it("the server's answer decides, and the model reads its reason", async () => {
    const { url, bodies } = await serverThat((_, response) => {
      const { arguments: args } = bodies.at(-1) as { readonly arguments: unknown };
      const decision = JSON.stringify(args).includes("rm")
        ? { decision: "deny", reason: "no rm" }
        : { decision: "allow" };
      response.end(JSON.stringify(decision));
    });
    const agent = createTestHost(webhook(local(url)), { host });
    expect(await agent.shell("ls", "tea")).toMatchObject({ ran: true, result: "tea", failures: [] });
    expect(await agent.shell("rm x")).toMatchObject({
      ran: false,
      result: expect.stringContaining("no rm"),
      failures: [],
    });
    expect(bodies).toMatchObject([{ kind: "shell" }, { kind: "shell" }]);
  });

  it("the server can leave a call to a person", async () => {
    const { url } = await answering('{"decision":"ask","reason":"is it fine?"}');
    const outcome = await createTestHost(webhook(local(url)), { host, onAsk: () => true }).shell("ls");
    expect(outcome).toMatchObject({ ran: hostCan(host, "ask", "approveTool"), failures: [] });
  });
});

describe("without a valid answer, the call is denied", () => {
  const denied = { ran: false, result: expect.stringContaining("gave no valid answer") };
  const under = (options: WebhookOptions) => createTestHost(webhook(options), { host: "claude-code" }).shell("ls");

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
    const { url } = await serverThat(() => undefined);
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
    ...[
      "127.0.0.1",
      "10.1.2.3",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "0.0.0.0",
    ],
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
