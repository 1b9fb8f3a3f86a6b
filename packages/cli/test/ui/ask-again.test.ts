import { describe, expect, test } from "vitest";
import { whyNotAgain, whyNotThisHook } from "../../src/ask-again/why-not-again.js";
import { record } from "../log/log-of.js";
import { openPage, send, startUi } from "./started.js";

const FILE = "/home/ana/hooks/guard.mjs";
const call = (fields: object = {}) =>
  record("abcdefgh", { tool: "Bash", arguments: { command: "ls" }, file: FILE, ...fields }) as never;
const manifest = (fields: object = {}) => ({ name: "guard", tools: [], ...fields }) as never;
const COMMAND = ["node", FILE];

describe("a call is asked again", () => {
  test.each([{ point: "beforeTool" }, { point: "approveTool", host: { name: "picoclaw" } }, { arguments: {} }])(
    "if the log has all of it: %j",
    (fields) => {
      expect(whyNotAgain(call(fields))).toBeUndefined();
    },
  );

  test("of the hook with the same file, also after it got another name, or with the same name", () => {
    expect(whyNotThisHook(call(), COMMAND, manifest({ name: "renamed" }))).toBeUndefined();
    expect(whyNotThisHook(call({ file: "/home/ana/.cache/x.cjs" }), COMMAND, manifest())).toBeUndefined();
    expect(whyNotThisHook(call({ hook: "member", by: "guard", file: "/x" }), COMMAND, manifest())).toBeUndefined();
  });
});

describe("a call is not asked again", () => {
  test.each([
    [{ arguments: { command: "curl -u [redacted] x" } }, "without its secrets"],
    [{ arguments: { list: [{ token: "[redacted]" }] } }, "without its secrets"],
    [{ arguments: { "a key… (900 characters)": 1 } }, "only a part"],
    [{ arguments: { command: "echo aaaa… (90000 characters)" } }, "only a part"],
    [{ arguments: "…" }, "only a part"],
    [{ arguments: undefined }, "only a part"],
    [{ cwd: "/a/very/long… (4000 characters)" }, "only a part"],
    [{ by: "launcher" }, "the hook was dead"],
    [{ point: "afterTool" }, "only a call before a tool"],
    [{ point: "onPrompt", tool: undefined }, "only a call before a tool"],
    [{ host: { name: "mcp" } }, "cannot make calls of mcp"],
    [{ host: { name: "civic" } }, "cannot make calls of civic"],
  ])("if %j", (fields, why) => {
    expect(whyNotAgain(call(fields))).toContain(why);
  });

  test("of another hook, and of the hook's own tool, which would run", () => {
    const other = manifest({ name: "other" });
    expect(whyNotThisHook(call({ file: "/home/ana/other.mjs" }), COMMAND, other)).toContain("another hook decided");
    expect(whyNotThisHook(call({ file: undefined }), COMMAND, other)).toContain("another hook decided");
    const withTools = manifest({ tools: [{ name: "get_time" }] });
    for (const tool of ["get_time", "mcp_clock_get_time"]) {
      expect(whyNotThisHook(call({ tool }), COMMAND, withTools)).toContain("would run it");
    }
  });
});

describe("the server", () => {
  const ask = (port: number, headers: Record<string, string>, body: object) =>
    send(port, { method: "POST", path: "/api/ask-again", headers, body: JSON.stringify(body) });

  test("asks about the decision with this id and this time, for a page with a key", async () => {
    const asked: unknown[] = [];
    const askAgain = async (before: ReturnType<typeof record>) => {
      asked.push(before.reason);
      if (before.reason === "broken") throw new Error("it does not start");
      return record("newer", { decision: "deny" });
    };
    const { ui, append, origin } = await startUi({ askAgain });
    append(1, record("aaaaaaaa", { reason: "one", time: "2026-01-31T09:30:01.000Z" }));
    append(1, record("aaaaaaaa", { reason: "two" }), record("bbbbbbbb", { reason: "broken" }));
    const headers = await openPage(ui);
    const { time } = record("aaaaaaaa");
    const answer = () => ask(ui.port, headers, { id: "aaaaaaaa", time });
    await expect.poll(async () => (await answer()).status, { timeout: 600_000 }).toBe(200);
    expect(JSON.parse((await answer()).body)).toMatchObject({ record: { id: "newer", decision: "deny" } });
    expect(new Set(asked)).toEqual(new Set(["two"]));
    const broken = await ask(ui.port, headers, { id: "bbbbbbbb", time });
    expect([broken.status, broken.body]).toEqual([500, '{"error":"it does not start"}']);
    expect(await ask(ui.port, headers, { id: "cccccccc", time })).toMatchObject({ status: 404 });
    expect(await ask(ui.port, { origin }, { id: "bbbbbbbb", time })).toMatchObject({ status: 401 });
    expect(await ask(ui.port, { ...headers, origin: "http://evil.example" }, { id: "x" })).toMatchObject({
      status: 403,
    });
    expect(asked.filter((reason) => reason === "broken")).toHaveLength(1);
  });

  test("asks nothing if it was started without a hook", async () => {
    const { ui, append } = await startUi();
    append(1, record("aaaaaaaa"));
    const { status, body } = await ask(ui.port, await openPage(ui), { id: "aaaaaaaa", time: record("a").time });
    expect([status, body]).toEqual([404, expect.stringContaining("started without a hook")]);
  });
});
