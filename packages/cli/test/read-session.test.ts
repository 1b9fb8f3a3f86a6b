import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SessionReading } from "../src/audit/read-session.js";
import { file } from "./run-command.js";
import { folder } from "./temporary-folder.js";

const HOSTS = { "claude-code": "2.1.332", codex: "0.171.0", gemini: "0.61.0", copilot: "1.0.102" } as const;

const recorded = (host: keyof typeof HOSTS, name: string) =>
  file(`packages/sdk/src/hosts/${host}/fixtures/${HOSTS[host]}/sessions/${name}.jsonl`);

async function readAll(path: string, mostBytes?: number) {
  const reading = new SessionReading(path, undefined, mostBytes);
  const events: string[] = [];
  for await (const { before, after } of reading.calls()) {
    events.push(before.event, ...(after === undefined ? [] : [after.event]));
  }
  const { unknown, ...unread } = reading.unread;
  return { host: reading.host, events, ...unread, unknown: Object.fromEntries(unknown) };
}

/** Writes the lines of a recording, changed. */
function written(change: (lines: string[]) => readonly string[], name = "s.jsonl"): string {
  const lines = readFileSync(recorded("claude-code", "fail"), "utf8").trim().split("\n");
  const path = join(folder(), name);
  writeFileSync(path, change(lines).join("\n"));
  return path;
}

const EVENTS = ["UserPromptSubmit", "PreToolUse", "PostToolUseFailure"];
const CLEAN = { events: EVENTS, invalid: 0, cutOff: 0, tooLong: 0, unknown: {} };

describe("a session file", () => {
  test.each(Object.keys(HOSTS) as (keyof typeof HOSTS)[])("of %s is recognised by its content", async (host) => {
    expect(await readAll(recorded(host, "fail"))).toMatchObject({ host, invalid: 0, cutOff: 0, unknown: {} });
  });

  test("with invalid lines is read around them", async () => {
    const path = written((lines) => ["not json", "[1]", "", "\u0000", ...lines, "{}x", ""]);
    expect(await readAll(path)).toEqual({ host: "claude-code", ...CLEAN, invalid: 4 });
  });

  test("whose last line is cut off has the calls before it", async () => {
    const path = written((lines) => [...lines, '{"type":"assistant","message":{"content":[{"ty']);
    expect(await readAll(path)).toEqual({ host: "claude-code", ...CLEAN, cutOff: 1 });
  });

  test("with a valid last line needs no newline at its end", async () => {
    expect(await readAll(written((lines) => lines))).toEqual({ host: "claude-code", ...CLEAN });
  });

  test("with types of a later version counts them", async () => {
    const path = written((lines) => [...lines, '{"type":"later"}', '{"type":"later"}', '{"no":"type"}', ""]);
    expect(await readAll(path)).toMatchObject({ unknown: { later: 2, "no type": 1 } });
  });

  test("skips a line that is too long, and reads the next one", async () => {
    const long = JSON.stringify({ type: "user", text: "x".repeat(3_000_000) });
    const path = written((lines) => [long, ...lines, ""]);
    expect(await readAll(path, 1_000_000)).toEqual({ host: "claude-code", ...CLEAN, tooLong: 1 });
  });

  test("with a character that two chunks share is not damaged", async () => {
    // A chunk has 1 MiB, and each of these characters has 3 bytes.
    const long = JSON.stringify({ type: "queue-operation", sessionId: "s", content: "€".repeat(400_000) });
    const path = written((lines) => [long, ...lines, ""]);
    expect(await readAll(path)).toEqual({ host: "claude-code", ...CLEAN });
  });

  test("of no known host has no calls", async () => {
    const path = join(folder(), "s.jsonl");
    writeFileSync(path, '{"a":1}\n{"b":2}\n');
    expect(await readAll(path)).toMatchObject({ host: undefined, events: [], unknown: { unrecognised: 2 } });
  });

  test("that is one large document is not read", async () => {
    const path = written((lines) => lines, "session.json");
    expect(await readAll(path, 100)).toMatchObject({ events: [], tooLong: 1 });
  });
});
