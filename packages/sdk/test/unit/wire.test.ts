import { isDeepStrictEqual } from "node:util";
import { stringify } from "@agent-hook/sdk/internal/text";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Answer, createPeer, LineSplitter, type PeerOptions } from "../../src/wire/index.js";

describe("lines", () => {
  /** Parts of lines: also parts of characters, invalid UTF-8, and what some programs take for the end of a line. */
  const pieces = [
    "\n",
    "a",
    "é😀",
    "\r",
    "\0",
    "\ufeff",
    "\u2028",
    [0xf0, 0x9f],
    [0x98, 0x80],
    [0xff],
    [0xed, 0xa0, 0x80],
  ];
  const stream = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.uint8Array({ maxLength: 6 })), { maxLength: 30 })
    .map((parts) => Buffer.concat(parts.map((part) => Buffer.from(part as string))));

  it("are the same however the bytes are split", () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(12)), (bytes, cuts) => {
        const splitter = new LineSplitter();
        const seen: string[] = [];
        let rest = bytes;
        for (const cut of cuts) {
          seen.push(...splitter.push(rest.subarray(0, cut)));
          rest = rest.subarray(cut);
        }
        seen.push(...splitter.push(rest), ...splitter.end());
        // Splits first, and decodes with another decoder.
        const lines = bytes.toString("latin1").split("\n");
        if (lines.at(-1) === "") lines.pop();
        const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
        expect(seen).toEqual(lines.map((line) => decoder.decode(Buffer.from(line, "latin1"))));
      }),
      { numRuns: 500 },
    );
  });

  it("may end with the stream", () => {
    const splitter = new LineSplitter();
    expect(splitter.push(Buffer.from("whole\nhalf"))).toEqual(["whole"]);
    expect(splitter.end()).toEqual(["half"]);
    expect(splitter.end()).toEqual([]);
  });
});

describe("JSON text", () => {
  it("is one line to every reader: the Unicode line separators are escaped", () => {
    const value = { "a\u2028": "b\u2029c\u0085" };
    expect(stringify(value)).not.toMatch(/[\u2028\u2029]/);
    expect(JSON.parse(stringify(value))).toEqual(value);
  });

  it("is deep-equal to the result of JSON.parse, with unusual keys and extreme numbers", () => {
    const edge = fc.constantFrom("-0", "1e999", "-1e999", "5e-324", "9007199254740993", "1e308", "0.1");
    const text = fc.letrec((tie) => ({
      value: fc.oneof(edge, fc.json(), tie("object"), tie("array")),
      object: fc
        .array(
          fc.tuple(
            fc.oneof(fc.constantFrom("__proto__", "constructor", "toString", "then", ""), fc.string()),
            tie("value"),
          ),
          { maxLength: 4 },
        )
        .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`),
      array: fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
    })).value as fc.Arbitrary<string>;
    fc.assert(
      fc.property(text, (json) => {
        const value: unknown = JSON.parse(json);
        expect(isDeepStrictEqual(JSON.parse(stringify(value)), value), stringify(value)).toBe(true);
      }),
    );
  });
});

describe("a server", () => {
  function server(options: Omit<PeerOptions, "write">) {
    const written: string[] = [];
    return { written, ...createPeer({ write: (text) => written.push(text), ...options }) };
  }
  const call = (id: number | string, method = "m") => JSON.stringify({ jsonrpc: "2.0", id, method, params: {} });

  it("writes the first answer to a chunk of calls separately and the others together, chunk by chunk", async () => {
    const { receive, written } = server({ onRequest: () => ({ result: 1 }) });
    for (const chunk of [0, 1]) {
      receive([call(1), call("1"), call(2), call(3)]);
      await new Promise(setImmediate);
      const pieces = written.slice(2 * chunk).map((text) => text.trimEnd().split("\n"));
      expect(pieces.map((lines) => lines.map((line) => JSON.parse(line).id))).toEqual([[1], ["1", 2, 3]]);
    }
  });

  it("handles a chunk synchronously", () => {
    const methods: string[] = [];
    const { receive } = server({
      onRequest: (method) => {
        methods.push(method);
        return { result: 1 };
      },
    });
    receive([call(1, "a"), call(2, "b"), call(3, "c")]);
    expect(methods).toEqual(["a", "b", "c"]);
  });

  it("drops a second call with the id of a running one, and accepts the id again after the answer", async () => {
    const stray: string[] = [];
    const { receive, written } = server({
      onRequest: async () => ({ result: 1 }),
      onDropped: (what) => stray.push(what),
    });
    receive([call(7), call(7)]);
    await new Promise(setImmediate);
    expect(stray).toEqual(["a call with id 7 while an earlier call with this id is running"]);
    receive([call(7)]);
    await new Promise(setImmediate);
    expect(written.join("").trimEnd().split("\n")).toHaveLength(2);
  });

  it("answers a call once, if the same chunk repeats its id: the host sent the others before it read the answer", async () => {
    const dropped: string[] = [];
    const { receive, written } = server({ onRequest: () => ({ result: 1 }), onDropped: (what) => dropped.push(what) });
    receive([call(7), call(7), '{"jsonrpc":"2.0","id":7,"method":"m","params":[]}']);
    await new Promise(setImmediate);
    receive([call(7)]);
    await new Promise(setImmediate);
    expect(written.join("").trimEnd().split("\n")).toHaveLength(2);
    expect(dropped).toHaveLength(2);
  });

  it("does not answer an invalid line with the id of a running call: the answer would seem to be the call's", async () => {
    let answer: (value: Answer) => void = () => {};
    const problems: unknown[] = [];
    const { receive, written } = server({
      onRequest: () => new Promise<Answer>((resolve) => (answer = resolve)),
      onProblem: (problem) => {
        problems.push(problem);
        return { error: problem.error };
      },
    });
    receive([call(5), '{"id":5}', '{"jsonrpc":"2.0","id":5,"method":"m","params":[]}']);
    answer({ result: "mine" });
    await new Promise(setImmediate);
    expect(written.map((line) => JSON.parse(line))).toEqual([{ jsonrpc: "2.0", id: 5, result: "mine" }]);
    expect(problems).toEqual([]);
  });

  it("never sends the text of a handler's throw, even of a handler that must not throw", async () => {
    const stray: string[] = [];
    const { receive, written } = server({
      onRequest: () => {
        throw new Error("SECRET");
      },
      onDropped: (what) => stray.push(what),
    });
    receive([call(1)]);
    await new Promise(setImmediate);
    expect(JSON.parse(written.join("")).error.code).toBe(-32603);
    expect(written.join("")).not.toContain("SECRET");
    expect(stray.join("")).toContain("SECRET");
  });

  it("does not answer a call whose id does not fit the wire, and answers the next", async () => {
    const { receive, written } = server({ maxLineBytes: 1000, onRequest: () => ({ result: 1 }) });
    receive([call("a".repeat(1000)), call(2)]);
    await new Promise(setImmediate);
    expect(
      written
        .join("")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).toEqual([2]);
  });

  it("replaces an answer that does not fit, to the byte", async () => {
    const envelope = '{"jsonrpc":"2.0","id":1,"result":""}\n'.length;
    for (const [text, fits] of [
      ["é".repeat(50), true],
      [`${"é".repeat(50)}x`, false],
    ] as const) {
      const { receive, written } = server({
        maxLineBytes: envelope + 101,
        onRequest: () => ({ result: text, fallback: () => ({ result: "small" }) }),
      });
      receive([call(1)]);
      await new Promise(setImmediate);
      expect(JSON.parse(written.join("")).result === text).toBe(fits);
    }
  });
});

describe("a client", () => {
  function client(options: { onDropped?: (what: string) => void } = {}) {
    const written: string[] = [];
    return { written, ...createPeer({ write: (text) => written.push(text), ...options }) };
  }

  it("counts its own ids from 1 and matches them as numbers, not as text", async () => {
    const stray: string[] = [];
    const { request, receive, written } = client({ onDropped: (what) => stray.push(what) });
    const answer = request("hook.hello", {});
    await new Promise(setImmediate);
    expect(written.join("")).toMatch(/^\{"jsonrpc":"2.0","id":1,/);
    receive(['{"jsonrpc":"2.0","id":"1","result":"text"}', '{"jsonrpc":"2.0","id":2,"result":"other"}']);
    receive(['{"jsonrpc":"2.0","id":1,"result":"mine"}']);
    expect(await answer).toBe("mine");
    expect(stray).toHaveLength(2);
  });

  it("rejects pending requests when it is closed", async () => {
    const { request, close } = client();
    const answer = request("hook.hello", {});
    close(new Error("the process is gone"));
    await expect(answer).rejects.toThrow("the process is gone");
  });
});
