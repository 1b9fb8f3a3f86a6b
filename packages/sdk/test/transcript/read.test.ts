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
  test("gives its entries as they were written, blank lines left out, with or without a last newline", () => {
    expect(readTranscript("")).toEqual([]);
    expect(readTranscript(`${line}\n\n \r\n${line}\r\n${line}`)).toEqual([entry, entry, entry]);
    const odd = '{"from":"host","message":{"__proto__":{"x":1}},"x_more":1,"__proto__":{"y":1}}';
    expect(JSON.stringify(readTranscript(odd))).toBe(`[${odd}]`);
  });

  test("takes one that begins with a byte order mark", () => {
    expect(readTranscript(`\uFEFF${line}\n${line}\n`)).toEqual([entry, entry]);
  });

  test("gives every recording of PicoClaw", () => {
    const folder = new URL("../../../sdk/src/hosts/picoclaw/fixtures/", import.meta.url);
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
    expect(names).toHaveLength(49);
    for (const name of names) {
      const text = readFileSync(new URL(name, folder), "utf8");
      expect(readTranscript(text)).toHaveLength(text.trimEnd().split("\n").length);
    }
  });

  test("says which line is no entry, what was expected there, and keeps what came before", () => {
    const error = refused(`${line}\n\n{"from":"host","text":"hunter2","exit":1}\n${line}\n`);
    expect(error).toMatchObject({ code: "bad-entry", line: 3, entries: [entry] });
    expect(error.message).toBe(
      "line 3 of the transcript is not an entry: expected exactly one of message, text, base64, exit, signal; " +
        'expected the end of a process to be from "hook"',
    );
  });

  test("says which line is not JSON, and never quotes it", () => {
    const error = refused(`hunter2\n${line}\n`);
    expect(error).toMatchObject({ code: "bad-entry", line: 1, entries: [] });
    expect(error.message).toBe("line 1 of the transcript is not JSON: expected one JSON object per line");
    expect(error.cause).toBeUndefined();
  });

  test("tells apart a last line that was not written to its end", () => {
    const error = refused(`${line}\n${line.slice(0, 9)}`);
    expect(error).toMatchObject({ code: "half-line", line: 2, entries: [entry] });
    expect(error.message).toContain("line 2 of the transcript is cut off");
    expect(refused(`${line}\n${line.slice(0, 9)}\n`).code).toBe("bad-entry");
    expect(refused(`${line}\n{"from":"host"}`).code).toBe("bad-entry");
  });
});
