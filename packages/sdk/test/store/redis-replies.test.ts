import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { connectionError, serverError } from "../../src/store/redis/redis-failure.js";
import { parseRedisSetting } from "../../src/store/redis/redis-setting.js";
import { InvalidReplyError, type Reply, ReplyError, ReplyReader } from "../../src/store/redis/replies.js";

const line = fc.string({ unit: "binary" }).map((text) => text.replace(/[\r\n]/g, ""));
const reply: fc.Arbitrary<Reply> = fc.letrec<{ reply: Reply }>((tie) => ({
  reply: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.string({ unit: "binary" }),
    fc.maxSafeInteger(),
    fc.constant(undefined),
    line.map((text) => new ReplyError(text)),
    fc.array(tie("reply"), { maxLength: 4 }),
  ),
})).reply;

function encoded(value: Reply): string {
  if (value === undefined) return "$-1\r\n";
  if (typeof value === "number") return `:${value}\r\n`;
  if (typeof value === "string") return `$${Buffer.byteLength(value)}\r\n${value}\r\n`;
  if (value instanceof ReplyError) return `-${value.text}\r\n`;
  return `*${value.length}\r\n${value.map(encoded).join("")}`;
}

describe("the replies of Redis", () => {
  it("are read, however they are split into chunks", () => {
    fc.assert(
      fc.property(fc.array(reply, { maxLength: 5 }), fc.array(fc.nat(40), { minLength: 1 }), (replies, lengths) => {
        const bytes = Buffer.from(replies.map(encoded).join(""));
        const reader = new ReplyReader();
        const read: Reply[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const length = 1 + (lengths[turn % lengths.length] as number);
          read.push(...reader.push(bytes.subarray(at, at + length)));
          at += length;
        }
        expect(read).toEqual(replies);
      }),
    );
  });

  it("are read if one is large", () => {
    const text = "x".repeat(5_000_000);
    const bytes = Buffer.from(`${encoded(text)}${encoded(7)}`);
    const reader = new ReplyReader();
    const read: Reply[] = [];
    for (let at = 0; at < bytes.length; at += 1000) read.push(...reader.push(bytes.subarray(at, at + 1000)));
    expect(read).toEqual([text, 7]);
  });

  it.each([
    "HTTP/1.1 400 Bad Request",
    "\u0015\u0003",
    ":1x\r\n",
    ":99999999999999999999\r\n",
    "$3\r\nabcde",
    "$999999999999\r\n",
    "*5000\r\n",
    "*1\r\n*1\r\n*1\r\n*1\r\n",
    `+${"x".repeat(70_000)}`,
  ])("of another protocol are an error: %j", (text) => {
    expect(() => new ReplyReader().push(Buffer.from(text, "latin1"))).toThrow(InvalidReplyError);
  });
});

describe("AGENT_HOOK_STORE for Redis", () => {
  const plain = { host: "h", port: 6379, isEncrypted: false, user: "", password: "", database: 0 };

  it.each([
    ["redis://h", plain],
    ["redis://h/", plain],
    ["redis://h:1234/15", { ...plain, port: 1234, database: 15 }],
    ["rediss://u:p%40%2F%23@h", { ...plain, isEncrypted: true, user: "u", password: "p@/#" }],
    ["redis://:p@[::1]:1", { ...plain, host: "::1", port: 1, password: "p" }],
    ["file:/redis://h", undefined],
  ])("is read: %s", (setting, expected) => {
    expect(parseRedisSetting(setting)).toEqual(expected);
  });

  it.each([
    "redis:",
    "redis://",
    "redis://u:secret@h:port",
    "redis://u:sec/ret@h",
    "redis://u:sec#ret@h",
    "redis://u:sec%ret@h",
    "redis://u:secret@h/name",
    "redis://u:secret@h/0?db=1",
  ])("is refused without being quoted: %s", (setting) => {
    const parse = () => parseRedisSetting(setting);
    expect(parse).toThrow(expect.objectContaining({ name: "StoreError", code: "invalid-setting" }));
    expect(parse).toThrow(/^AGENT_HOOK_STORE: expected redis:\/\/(?!.*(?:secret|sec.ret))/);
  });
});

describe("an error of Redis", () => {
  it.each([
    ["WRONGPASS invalid username-password pair or user is disabled.", "unavailable"],
    ["ERR AUTH <password> called without any password configured for the default user.", "unavailable"],
    ["LOADING Redis is loading the dataset in memory", "unavailable"],
    ["OOM command not allowed when used memory > 'maxmemory'.", "full"],
    ["ERR Error running script (call to f_1): @user_script:3: @user_script: 3: -OOM command not allowed", "full"],
    ["BUSY Redis is busy running a script.", "locked"],
    ["MOVED 3999 10.0.0.1:6381", "unavailable"],
  ])("has a code and says what to do: %s", (text, code) => {
    expect(serverError(text)).toMatchObject({ code });
    expect(serverError(text).message).not.toMatch(/answered with|10\.0/);
  });

  it("is not quoted", () => {
    const secret = "correct-horse";
    const unknown = serverError(`NEWERROR with args beginning with: '${secret}'`);
    expect(unknown.message).toBe("the store on Redis failed: it answered with the error NEWERROR");
    expect(serverError(secret).message).toBe("the store on Redis failed: it answered with an error");
    const refused = connectionError(Object.assign(new Error(`redis://:${secret}@h`), { code: "ECONNRESET" }));
    expect(refused.message).toContain("it cannot be reached (ECONNRESET)");
    expect(`${refused.message} ${refused.cause}`).not.toContain(secret);
  });
});
