import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DecisionLog } from "../../src/record/decision-log.js";
import type { DecisionRecord } from "../../src/record/decision-record.js";
import { lineOf } from "../../src/record/line.js";
import { isLogOn, logFolder } from "../../src/record/log-files.js";
import { linesFrom, readLog, UNREADABLE } from "../../src/record/read-log.js";
import { temporaryFolder } from "../launcher/temporary-folder.js";

const problems: string[] = [];

function logIn(folder: string, options: { maxFileBytes?: number; maxFiles?: number; keepsOpen?: boolean } = {}) {
  return new DecisionLog(folder, { keepsOpen: false, onProblem: (problem) => problems.push(problem), ...options });
}

function record(id: string, fields: Partial<DecisionRecord> = {}): DecisionRecord {
  const time = "2026-01-31T09:30:00.000Z";
  return { id, time, host: { name: "h" }, hook: "k", point: "beforeTool", decision: "none", ms: 1, pid: 1, ...fields };
}

function line(id: string, fields?: Partial<DecisionRecord>): string {
  return lineOf(record(id, fields));
}

async function idsIn(folder: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const entry of readLog(folder)) ids.push(entry === UNREADABLE ? "unreadable" : entry.id);
  return ids;
}

describe("the folder of the log", () => {
  it.each([
    [{ XDG_STATE_HOME: "/state", HOME: "/home/me" }, "/state/agent-hook/decisions"],
    [{ XDG_STATE_HOME: "relative", HOME: "/home/me" }, "/home/me/.local/state/agent-hook/decisions"],
    [{ HOME: "" }, undefined],
  ])("follows the XDG specification: %j", (env, folder) => {
    expect(logFolder(env)).toBe(folder);
  });

  it("is used unless the log is off", () => {
    expect(isLogOn({})).toBe(true);
    expect(isLogOn({ AGENT_HOOK_LOG: "off" })).toBe(false);
  });
});

describe("the writer of the log", () => {
  it("creates a folder and a file that only the user can read", async () => {
    const folder = join(temporaryFolder(), "state", "decisions");
    logIn(folder).decided([line("one")]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "decisions-000001.jsonl")).mode & 0o777).toBe(0o600);
    expect(await idsIn(folder)).toEqual(["one"]);
  });

  it.each([true, false])(
    "goes on with the next file when one is full, and deletes old ones (keepsOpen: %s)",
    async (keepsOpen) => {
      const folder = temporaryFolder();
      const log = logIn(folder, { maxFileBytes: 400, maxFiles: 3, keepsOpen });
      for (let at = 0; at < 40; at += 1) {
        log.decided([line(`id${at}`)]);
        for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1);
      }
      log.close();
      const names = readdirSync(folder);
      expect(names).toHaveLength(3);
      for (const name of names) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(400);
      expect((await idsIn(folder)).at(-1)).toBe("id39");
    },
  );

  it("keeps a file that is young, even if there are too many", async () => {
    const folder = temporaryFolder();
    const log = logIn(folder, { maxFileBytes: 400, maxFiles: 3 });
    const ids = Array.from({ length: 40 }, (_, at) => `id${at}`);
    for (const id of ids) log.decided([line(id)]);
    expect(await idsIn(folder)).toEqual(ids);
  });

  it("writes the lines of a batch in order, in as many files as they need", async () => {
    const folder = temporaryFolder();
    const ids = Array.from({ length: 1000 }, (_, at) => `id${at}`);
    const lines = ids.map((id) => line(id, { reason: "x".repeat(900) }));
    logIn(folder, { maxFileBytes: 200_000, keepsOpen: true }).decided(lines);
    expect(await idsIn(folder)).toEqual(ids);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(200_000);
  });

  it("writes to a new file if its open one was deleted", async () => {
    const folder = join(temporaryFolder(), "decisions");
    const log = logIn(folder, { keepsOpen: true });
    log.decided([line("lost")]);
    const { rmSync } = await import("node:fs");
    rmSync(folder, { recursive: true });
    log.decided([line("kept")]);
    expect(await idsIn(folder)).toEqual(["kept"]);
  });

  it("goes on when another process has started the next file", async () => {
    const folder = temporaryFolder();
    const old = logIn(folder, { maxFileBytes: 400, keepsOpen: true });
    old.decided([line("first")]);
    const other = logIn(folder, { maxFileBytes: 400 });
    for (let at = 0; at < 10; at += 1) other.decided([line(`other${at}`)]);
    old.decided([line("last")]);
    expect((await idsIn(folder)).at(-1)).toBe("last");
  });

  it("ends a line that was cut off, so that only this line is lost", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "decisions-000001.jsonl"), '{"id":"torn","ti');
    logIn(folder).decided([line("whole")]);
    expect(await idsIn(folder)).toEqual(["unreadable", "whole"]);
  });

  it("writes lines of at most 8 KB, whatever is in a record", () => {
    const folder = temporaryFolder();
    const log = logIn(folder);
    const long = "\u0001日".repeat(2000);
    const failure = { kind: "threw", where: "beforeTool", message: long, cause: long, consequence: "x" } as const;
    log.decided([line("a", { arguments: { long }, changed: long, reason: long })]);
    log.decided([line("b", { arguments: { long }, reason: long, failure })]);
    log.decided([line("c", { event: long, tool: long, hook: long, host: { name: "h", version: long }, failure })]);
    const lines = readFileSync(join(folder, "decisions-000001.jsonl"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(["a", "b", "c"]);
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThan(8192);
  });

  it.skipIf(process.getuid?.() === 0)("reports once that it cannot write, and never throws", () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    problems.length = 0;
    const log = logIn(join(folder, "decisions"));
    log.decided([line("a")]);
    log.decided([line("b")]);
    expect(problems).toEqual([expect.stringContaining("cannot be written (EACCES)")]);
  });

  it.runIf(existsSync("/proc/self"))("reports a folder that the system lets nobody create", () => {
    problems.length = 0;
    logIn("/proc/self/state/agent-hook/decisions").decided([line("a")]);
    expect(problems).toEqual([expect.stringContaining("cannot be written (ENOENT)")]);
  });

  it("reports a folder that is a file, and a log file that is a folder", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    mkdirSync(join(folder, "decisions-000001.jsonl"));
    problems.length = 0;
    logIn(join(folder, "file")).decided([line("a")]);
    logIn(folder).decided([line("a")]);
    expect(problems).toHaveLength(2);
    expect(existsSync(join(folder, "decisions-000002.jsonl"))).toBe(false);
  });
});

describe("the reader of the log", () => {
  it("reports that no file has room, if there can be no next one", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "decisions-999999.jsonl"), "x".repeat(1000));
    problems.length = 0;
    logIn(folder, { maxFileBytes: 1000 }).decided([line("a")]);
    expect(problems).toEqual([expect.stringContaining("no file in it has room")]);
  });

  it("is read in whole lines from a position, and past text without a line break", () => {
    const path = join(temporaryFolder(), "log");
    writeFileSync(path, "one\ntwo\nhal");
    const descriptor = openSync(path, "r");
    expect(linesFrom(descriptor, 0)).toEqual({ lines: ["one", "two"], end: 8 });
    expect(linesFrom(descriptor, 8)).toEqual({ lines: [], end: 8 });
    writeFileSync(path, `${"x".repeat(300_000)}\nlast\n`);
    const { lines, end } = linesFrom(descriptor, 0);
    expect({ lines, isFurther: end > 0 }).toEqual({ lines: [], isFurther: true });
    expect(linesFrom(descriptor, end).lines.at(-1)).toBe("last");
    closeSync(descriptor);
  });

  it.each([
    ["a name that is a number", { session: 5 }],
    ["a reason that is a list", { reason: ["no"] }],
    ["a failure without a message", { failure: { kind: "threw", where: "x", consequence: "y" } }],
    [
      "a cause that is an object",
      { failure: { kind: "threw", where: "x", message: "m", consequence: "y", cause: {} } },
    ],
    ["texts longer than any line of a hook", { arguments: "x".repeat(8192) }],
  ])("skips a record with %s", async (_, fields) => {
    const folder = temporaryFolder();
    const lines = [{ ...record("bad"), ...fields }, record("good")].map((line) => JSON.stringify(line));
    writeFileSync(join(folder, "decisions-000001.jsonl"), `${lines.join("\n")}\n`);
    expect(await idsIn(folder)).toEqual(["unreadable", "good"]);
  });

  it("reads past a folder, and past a file without a line break", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "decisions-000001.jsonl"));
    writeFileSync(join(folder, "decisions-000002.jsonl"), "");
    truncateSync(join(folder, "decisions-000002.jsonl"), 50_000_000);
    writeFileSync(join(folder, "decisions-000003.jsonl"), `${JSON.stringify(record("good"))}\n`);
    expect((await idsIn(folder)).at(-1)).toBe("good");
  });

  it("skips lines of others, and reads a missing folder as an empty log", async () => {
    const folder = temporaryFolder();
    const other = ["null", "[]", "text", '{"id":"x"}', "", JSON.stringify(record("good"))];
    writeFileSync(join(folder, "decisions-000001.jsonl"), `${other.join("\n")}\n`);
    writeFileSync(join(folder, "notes.txt"), "unrelated");
    expect(await idsIn(folder)).toEqual(["unreadable", "unreadable", "unreadable", "unreadable", "good"]);
    expect(await idsIn(join(folder, "missing"))).toEqual([]);
  });
});
