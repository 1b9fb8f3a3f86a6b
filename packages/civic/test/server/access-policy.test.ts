import { defineHook, deny } from "@agent-hook/sdk";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type CivicServer, serveCivic } from "../../src/index.js";
import { CALL, CALL_PATH, send } from "./http.js";

const hook = defineHook({ name: "door", onFailure: "block", beforeTool: () => deny("asked") });
const written: string[] = [];
let open: CivicServer;
let locked: CivicServer;
let everywhere: CivicServer;

beforeAll(async () => {
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  open = await serveCivic(hook, { port: 0, hosts: ["Hooks.internal"] });
  locked = await serveCivic(hook, { port: 0, token: "s3cret/ü" });
  everywhere = await serveCivic(hook, { port: 0, host: "0.0.0.0", token: "s3cret" });
});
afterAll(async () => {
  await Promise.all([open, locked, everywhere].map((server) => server.stop()));
  vi.restoreAllMocks();
});

const LET_IN = { status: 200, body: [{ result: { data: { json: { resultType: "respond" } } } }] };
const refused = (status: number) => ({ status, body: [{ error: { json: { message: expect.any(String) } } }] });

describe("a served hook", () => {
  it.each(["https://evil.example", "null", "http://127.0.0.1", ""])(
    "rejects pages of the origin %j",
    async (origin) => {
      expect(await send(open.port, CALL_PATH, { headers: { origin }, body: CALL })).toMatchObject(refused(403));
      expect(await send(open.port, "/health", { method: "GET", headers: { origin } })).toMatchObject({ status: 403 });
    },
  );

  it.each([
    "evil.example",
    "evil.example:80",
    "10.0.0.1",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "[::2]",
    "a@b",
  ])("rejects clients that call this machine %s", async (host) => {
    expect(await send(open.port, CALL_PATH, { headers: { host }, body: CALL })).toMatchObject(refused(403));
  });

  it.each(["127.0.0.1", "localhost:1", "LOCALHOST", "[::1]:80", "hooks.internal:8080"])(
    "accepts clients that call this machine %s",
    async (host) => {
      expect(await send(open.port, CALL_PATH, { headers: { host }, body: CALL })).toMatchObject(LET_IN);
    },
  );

  it("accepts any IP address but no name if it listens on all addresses", async () => {
    const headers = (host: string) => ({ host, authorization: "Bearer s3cret" });
    expect(await send(everywhere.port, CALL_PATH, { headers: headers("10.0.0.1"), body: CALL })).toMatchObject(LET_IN);
    const byName = await send(everywhere.port, CALL_PATH, { headers: headers("evil.example"), body: CALL });
    expect(byName).toMatchObject(refused(403));
  });

  it("accepts the token as a bearer token or as a path segment before the method", async () => {
    const bearer = { authorization: `bearer ${encodeURIComponent("s3cret/ü")}` };
    expect(await send(everywhere.port, `/a/s3cret/b${CALL_PATH}`, { body: CALL })).toMatchObject(LET_IN);
    expect(await send(locked.port, `/s3cret%2F%C3%BC${CALL_PATH}`, { body: CALL })).toMatchObject(LET_IN);
    // A header cannot contain `ü`, and the percent-encoded form is not decoded in a header.
    expect(await send(locked.port, CALL_PATH, { headers: bearer, body: CALL })).toMatchObject(refused(401));
  });

  it.each(["", "/s3cre", "/s3cret%2F", "/s3cret/ü".replace("ü", "u"), "/S3CRET%2F%C3%BC"])(
    "rejects a wrong or missing token: %j",
    async (prefix) => {
      expect(await send(locked.port, `${prefix}${CALL_PATH}`, { body: CALL })).toMatchObject(refused(401));
    },
  );

  it("rejects the token as the method and in other authorization schemes", async () => {
    expect(await send(everywhere.port, "/s3cret?batch=1", { body: CALL })).toMatchObject(refused(401));
    const headers = { authorization: "Basic s3cret" };
    expect(await send(everywhere.port, CALL_PATH, { headers, body: CALL })).toMatchObject(refused(401));
  });

  it("answers /health without a token and reveals nothing about the hook", async () => {
    expect(await send(locked.port, "/health", { method: "GET" })).toEqual({
      status: 200,
      statusText: "OK",
      body: { status: "ok" },
    });
  });

  it("returns its url with the token, and warns on stderr if it has none", () => {
    expect(locked.url).toBe(`http://127.0.0.1:${locked.port}/s3cret%2F%C3%BC`);
    expect(everywhere.url).toBe(`http://127.0.0.1:${everywhere.port}/s3cret`);
    expect(written[0]).toBe(
      `[door] warn: no token: anyone who reaches 127.0.0.1, port ${open.port}, can call this hook\n`,
    );
  });

  it("logs a rejected request once per reason, without its content", () => {
    const rejections = written.filter((line) => line.includes("a request was rejected"));
    expect(rejections).toEqual([
      expect.stringContaining("(403): Only programs may call a hook"),
      expect.stringContaining("(403): Expected the Host header to name this machine"),
      expect.stringContaining("(403): Expected the Host header to name this machine"),
      expect.stringContaining("(401): Expected the hook's token"),
      expect.stringContaining("(401): Expected the hook's token"),
    ]);
    expect(written.join("")).not.toContain("evil");
  });
});
