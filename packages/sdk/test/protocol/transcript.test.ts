import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { schemaFiles } from "../../../../scripts/generate-schemas.js";
import { transcriptEntry } from "../../src/protocol/index.js";
import { describeIssues } from "../../src/text/index.js";
import { accepts, type Schema } from "./json-schema.js";

const schema = schemaFiles().get("transcript.json") as Schema;
const recordings = new URL("../../src/hosts/picoclaw/fixtures/", import.meta.url);
const message = { jsonrpc: "2.0", id: 1, result: {} };

const good: Record<string, object> = {
  "a message": { from: "host", message },
  "a message with all that may stand beside it": {
    from: "hook",
    message: { jsonrpc: "2.0", id: 1, result: "[redacted]" },
    at: "2026-01-31T09:30:00.000Z",
    hook: "guard",
    redacted: ["/result"],
  },
  "a text": { from: "hook", text: "" },
  bytes: { from: "host", base64: "/w==" },
  "the end of the process by itself": { from: "hook", exit: 0 },
  "the end of the process by a signal": { from: "hook", signal: "SIGKILL" },
  "an unknown key": { from: "host", text: "x", x_tool: [1] },
};

const bad: Record<string, [entry: unknown, message: string]> = {
  "no object": [[], "expected object, got array"],
  "nobody as the speaker": [{ message }, 'from: expected "host" or "hook", got nothing'],
  "somebody else as the speaker": [{ from: "model", message }, 'from: expected "host" or "hook", got another string'],
  "nothing said": [{ from: "host" }, "expected exactly one of message, text, base64, exit, signal"],
  "two things said": [
    { from: "hook", message, text: "x" },
    "expected exactly one of message, text, base64, exit, signal",
  ],
  "two ends": [{ from: "hook", exit: 0, signal: "SIGTERM" }, "expected exactly one of"],
  "an end of the host": [{ from: "host", exit: 0 }, 'expected the end of a process to be from "hook"'],
  "a message that is no object": [{ from: "host", message: [1] }, "message: expected object, got array"],
  "a text that is none": [{ from: "host", text: 12 }, "text: expected string, got number"],
  "an exit code that is no number": [{ from: "hook", exit: "0" }, "exit: expected"],
  "a time without milliseconds": [
    { from: "host", text: "x", at: "2026-01-31T09:30:00Z" },
    "at: expected a time in UTC such as",
  ],
  "a time of another zone": [
    { from: "host", text: "x", at: "2026-01-31T09:30:00.000+01:00" },
    "at: expected a time in UTC",
  ],
  "a pointer instead of a list": [{ from: "host", message, redacted: "/params" }, "redacted: expected array"],
};

describe("an entry of a transcript", () => {
  it.each(Object.entries(good))("may be %s", (_, entry) => {
    const result = transcriptEntry.safeParse(entry);
    expect(result.error?.issues).toBeUndefined();
    expect(result.data).toEqual(entry);
    expect(accepts(schema, entry)).toBe(true);
  });

  it.each(Object.entries(bad))("is rejected with %s", (_, [entry, message]) => {
    const { error } = transcriptEntry.safeParse(entry);
    expect(describeIssues(error?.issues ?? [], entry)).toContain(message);
    expect(accepts(schema, entry)).toBe(false);
  });

  it("keeps a message unchanged, including __proto__", () => {
    const entry = JSON.parse('{"from":"host","message":{"__proto__":{"x":1}}}');
    expect(transcriptEntry.parse(entry).message).toBe(entry.message);
  });
});

it("every line of PicoClaw's recordings is an entry", () => {
  const lines = readdirSync(recordings, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(new URL(name, recordings), "utf8").split("\n").filter(Boolean));
  expect(lines.length).toBeGreaterThan(500);
  for (const line of lines) {
    const entry = JSON.parse(line);
    expect(transcriptEntry.parse(entry)).toEqual(entry);
    expect(accepts(schema, entry)).toBe(true);
  }
});
