import type * as wire from "@agent-hook/sdk/internal/picoclaw";
import { transcriptEntry } from "@agent-hook/sdk/internal/picoclaw";
import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { entryOf, type TranscriptEntry } from "../../src/transcript/index.js";
import { NEEDLE, TEXTS } from "./secrets.js";

type Known<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };

test("an entry's type has the fields of the protocol's schema", () => {
  expectTypeOf<keyof TranscriptEntry>().toEqualTypeOf<Known<wire.TranscriptEntry>>();
  expectTypeOf<Pick<TranscriptEntry, Exclude<keyof TranscriptEntry, "redacted">>>().toExtend<wire.TranscriptEntry>();
  expectTypeOf<{
    [K in Known<wire.TranscriptEntry>]-?: NonNullable<wire.TranscriptEntry[K]>;
  }>().toExtend<TranscriptEntry>();
});

describe("the entry of a line", () => {
  test("has a JSON object as a message, with the hook and the time if they are given", () => {
    const at = "2026-01-31T09:30:00.000Z";
    expect(entryOf("host", ' {"id": 1}\r')).toEqual({ from: "host", message: { id: 1 } });
    expect(entryOf("hook", Buffer.from('{"id":1}'), { hook: "guard", at })).toEqual({
      from: "hook",
      at,
      hook: "guard",
      message: { id: 1 },
    });
  });

  test.each(["", "noise", "[1]", '"text"', "12", "null", '{"half":', "\u2028"])("has %j as a text", (line) => {
    expect(entryOf("hook", line)).toEqual({ from: "hook", text: line });
    expect(entryOf("hook", Buffer.from(line))).toEqual({ from: "hook", text: line });
  });

  test("has invalid UTF-8 as base64, and a valid view into a larger buffer as a message", () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d, 0x7b, 0x7d]);
    expect(entryOf("host", bytes.subarray(0, 3))).toEqual({ from: "host", base64: "e/99" });
    expect(entryOf("host", bytes.subarray(3))).toEqual({ from: "host", message: {} });
  });

  test("names the places where secrets were removed from a message, a text and bytes", () => {
    const [text] = TEXTS["a Slack token"] as readonly [string, string];
    expect(entryOf("host", `{"params":{"a":"${text}"}}`)).toEqual({
      from: "host",
      message: { params: { a: "[redacted]" } },
      redacted: ["/params/a"],
    });
    expect(entryOf("host", `say ${text}`)).toEqual({ from: "host", text: "say [redacted]", redacted: [""] });
    const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from(`{"password":"${NEEDLE}"}`)]);
    const { base64 = "", redacted } = entryOf("host", bytes);
    expect(Buffer.from(base64, "base64").toString("latin1")).toBe('\u00ff{"password":"[redacted]"}');
    expect(redacted).toEqual([""]);
  });

  test("keeps every secret when it is raw", () => {
    const line = JSON.stringify({ params: { password: NEEDLE } });
    expect(entryOf("host", line, { raw: true })).toEqual({ from: "host", message: JSON.parse(line) });
    expect(entryOf("host", `password=${NEEDLE}`, { raw: true }).text).toBe(`password=${NEEDLE}`);
    const bytes = Buffer.from(`password=${NEEDLE}\u00ff`, "latin1");
    expect(entryOf("host", bytes, { raw: true })).toEqual({ from: "host", base64: bytes.toString("base64") });
  });

  test("has a message that is nested too deep as a text, raw or not, without its secrets", () => {
    const deep = `{"a":${"[".repeat(100_000)}{"password":"${NEEDLE}"}${"]".repeat(100_000)}}`;
    expect(entryOf("host", deep, { raw: true }).text).toBe(deep);
    const { text, redacted } = entryOf("host", deep);
    expect(text).toBe(deep.replace(NEEDLE, "[redacted]"));
    expect(redacted).toEqual([""]);
  });

  test("matches the schema for lines of any bytes", () => {
    const line = fc.oneof(fc.json(), fc.string(), fc.uint8Array());
    fc.assert(
      fc.property(line, fc.boolean(), (content, raw) => {
        expect(transcriptEntry.safeParse(entryOf("hook", content, { raw })).error).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });
});
