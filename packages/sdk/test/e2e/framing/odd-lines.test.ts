import { describe, expect, test } from "vitest";
import { type Id, spawnReady } from "../../spawn-hook.js";
import { beforeTool } from "../../wire-calls.js";

const request = (id: Id, text: string, tool = "exec") =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "hook.before_tool", params: beforeTool(tool, { text, key: text }) });
const served = (text: string) => ({ action: "deny_tool", reason: `${text.length} ${text.slice(0, 100)}` });

describe.each(["socket", "pipe"] as const)("unusual but valid lines, on a %s", (plumbing) => {
  const greeted = (file = "served.mjs") => spawnReady(file, { plumbing });

  test(`a line split at every byte is read as one line (${plumbing})`, async () => {
    const hook = await greeted();
    const text = "é 𝄞 \\n end";
    for (const byte of Buffer.from(`${request(5, text)}\r\n`)) {
      await hook.write(Uint8Array.of(byte));
      await new Promise(setImmediate);
    }
    expect((await hook.answer(5)).result).toEqual(served(text));
  });

  test(`a line of 8 MB is read, as noise and as a call (${plumbing})`, async () => {
    const hook = await greeted();
    const text = "x".repeat(8_000_000);
    hook.write(`${text}\n`);
    hook.write(`${request(5, text)}\n`);
    expect((await hook.answer(5)).result).toEqual(served(text));
    expect(hook.answersTo(null)).toMatchObject([{ error: { code: -32_700 } }]);
  });

  test(`half a line of noise on stdout before a reply does not swallow it (${plumbing})`, async () => {
    const hook = await greeted("noisy.mjs");
    const result = await hook.call("hook.before_tool", beforeTool("a raw write to descriptor 1"));
    expect(result).toMatchObject({ action: "deny_tool" });
  });
});

describe("unusual but valid lines", () => {
  const greeted = (file = "served.mjs") => spawnReady(file, { plumbing: "pipe" });

  test("lines that end in CRLF are read", async () => {
    const hook = await greeted();
    hook.write(`${request(5, "one")}\r\n\r\n${request(6, "two")}\r\n`);
    expect((await hook.answer(5)).result).toEqual(served("one"));
    expect((await hook.answer(6)).result).toEqual(served("two"));
    await hook.end();
    expect(hook.answers).toHaveLength(3);
  });

  test("invalid UTF-8 is read with U+FFFD", async () => {
    const hook = await greeted();
    hook.write(Buffer.from(`${request(5, "a\xffb")}\n`, "latin1"));
    expect((await hook.answer(5)).result).toEqual(served("a\uFFFDb"));
  });

  test(`ids 77 and "77" in one chunk are two calls`, async () => {
    const hook = await greeted("waits.mjs");
    hook.write([request(77, "n", "wait"), request("77", "s", "wait"), request(5, "", "release"), ""].join("\n"));
    expect((await hook.answer(77)).result).toMatchObject({ reason: "released n" });
    expect((await hook.answer("77")).result).toMatchObject({ reason: "released s" });
    await hook.end();
    expect(hook.answers).toHaveLength(4);
  });

  test("an id that comes again while its call runs is dropped with a line on stderr", async () => {
    const hook = await greeted("waits.mjs");
    hook.write([request(5, "first", "wait"), request(5, "second", "wait"), request(6, "", "free"), ""].join("\n"));
    await hook.answer(6);
    await hook.logged(/^\[waits\] .*dropped/m);
    await hook.call("hook.before_tool", beforeTool("release"), 7);
    expect((await hook.answer(5)).result).toMatchObject({ reason: "released first" });
    await hook.call("hook.before_tool", beforeTool("free"), 8);
    expect(hook.answersTo(5)).toHaveLength(1);
    expect(hook.stderr()).not.toContain("running wait second");
  });

  test("an id can be reused after its answer", async () => {
    const hook = await greeted();
    hook.write(`${request(5, "one")}\n`);
    await hook.answer(5);
    hook.write(`${request(5, "two")}\n`);
    await hook.until(() => hook.answersTo(5)[1], "the second answer");
    expect(hook.answersTo(5).map(({ result }) => result)).toEqual([served("one"), served("two")]);
  });

  test("$/cancelRequest does not prevent an answer", async () => {
    const hook = await greeted("waits.mjs");
    hook.write(`${request(5, "first", "wait")}\n`);
    hook.notify("$/cancelRequest", { id: 5 });
    await hook.call("hook.before_tool", beforeTool("release"), 6);
    expect((await hook.answer(5)).result).toMatchObject({ reason: "released first" });
    expect(hook.answersTo(5)).toHaveLength(1);
  });

  test("any text or number is an ordinary id", async () => {
    const hook = await greeted();
    for (const id of ["", 0, -1, "77", "__proto__", "é\n", 9_007_199_254_740_991]) {
      hook.write(`${request(id, "odd")}\n`);
      expect((await hook.answer(id)).result).toEqual(served("odd"));
    }
  });

  test("arguments nested 100,000 deep do not end the process", async () => {
    const hook = await greeted();
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    hook.write(
      `{"jsonrpc":"2.0","id":5,"method":"hook.before_tool","params":{"tool":"exec","arguments":{"deep":${deep}}}}\n`,
    );
    await hook.answer(5);
    hook.write(`${request(6, "next")}\n`);
    expect((await hook.answer(6)).result).toEqual(served("next"));
  });
});
