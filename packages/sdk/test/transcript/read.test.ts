import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readTranscript, TranscriptError } from "../../src/transcript/index.js";

const line = '{"from":"host","text":"x"}';
const entry = { from: "host", text: "x" };

function refused(text: string): TranscriptError {
  try {
    readTranscript(text);
  } catch (error) {
    if (error instanceof TranscriptError) return error;
    throw error;
  }
  throw new Error("it was read");
}

describe("reading a transcript", () => {
  test("returns the written entries without blank lines, with or without a last newline", () => {
    expect(readTranscript("")).toEqual([]);
    expect(readTranscript(`${line}\n\n \r\n${line}\r\n${line}`)).toEqual([entry, entry, entry]);
    const odd = '{"from":"host","message":{"__proto__":{"x":1}},"x_more":1,"__proto__":{"y":1}}';
    expect(JSON.stringify(readTranscript(odd))).toBe(`[${odd}]`);
  });

  test("accepts a byte order mark", () => {
    expect(readTranscript(`\uFEFF${line}\n${line}\n`)).toEqual([entry, entry]);
  });

  test("returns every recording of PicoClaw", () => {
    const folder = new URL("../../../sdk/src/hosts/picoclaw/fixtures/", import.meta.url);
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
    expect(names).toHaveLength(49);
    for (const name of names) {
      const text = readFileSync(new URL(name, folder), "utf8");
      expect(readTranscript(text)).toHaveLength(text.trimEnd().split("\n").length);
    }
  });

  test("names the invalid line and what was expected, and keeps the entries before it", () => {
    const error = refused(`${line}\n\n{"from":"host","text":"hunter2","exit":1}\n${line}\n`);
    expect(error).toMatchObject({ code: "bad-entry", line: 3, entries: [entry] });
    expect(error.message).toBe(
      "line 3 of the transcript is not an entry: expected exactly one of message, text, base64, exit, signal; " +
        'expected the end of a process to be from "hook"',
    );
  });

  test("names the line that is not JSON, and never quotes it", () => {
    const error = refused(`hunter2\n${line}\n`);
    expect(error).toMatchObject({ code: "bad-entry", line: 1, entries: [] });
    expect(error.message).toBe("line 1 of the transcript is not JSON: expected one JSON object per line");
    expect(error.cause).toBeUndefined();
  });

  test("detects an incomplete last line", () => {
    const error = refused(`${line}\n${line.slice(0, 9)}`);
    expect(error).toMatchObject({ code: "half-line", line: 2, entries: [entry] });
    expect(error.message).toContain("line 2 of the transcript is cut off");
    expect(refused(`${line}\n${line.slice(0, 9)}\n`).code).toBe("bad-entry");
    expect(refused(`${line}\n{"from":"host"}`).code).toBe("bad-entry");
  });
});
