import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { readTranscript, TranscriptError, TranscriptWriter } from "../../src/transcript/index.js";

const entry = { from: "hook", text: "é" } as const;
const modeOf = (path: string) => statSync(path).mode & 0o777;
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agent-hook-transcript-"));
  file = join(folder, "trace.jsonl");
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function refused(path: string): TranscriptError {
  try {
    new TranscriptWriter(path).close();
  } catch (error) {
    if (error instanceof TranscriptError) return error;
    throw error;
  }
  throw new Error("it was opened");
}

describe("writing a transcript", () => {
  test("appends one line per entry to a file that only its owner may read, at once", () => {
    const writer = new TranscriptWriter(file);
    writer.write(entry);
    expect(readFileSync(file, "utf8")).toBe('{"from":"hook","text":"é"}\n');
    const second = new TranscriptWriter(file);
    second.write({ from: "hook", message: { n: -0, separator: "\u2028" } });
    writer.write(entry);
    expect(readTranscript(readFileSync(file, "utf8"))).toEqual([
      entry,
      { from: "hook", message: { n: -0, separator: "\u2028" } },
      entry,
    ]);
    expect(modeOf(file)).toBe(0o600);
    writer.close();
    second.close();
  });

  test("makes a file private that others could read, and keeps its content", () => {
    writeFileSync(file, "before\n");
    chmodSync(file, 0o664);
    const writer = new TranscriptWriter(file);
    writer.write(entry);
    writer.close();
    expect(modeOf(file)).toBe(0o600);
    expect(readFileSync(file, "utf8")).toBe('before\n{"from":"hook","text":"é"}\n');
  });

  test("writes nothing after close, which may be called twice", () => {
    const reported: unknown[] = [];
    const writer = new TranscriptWriter(file, (error) => reported.push(error));
    writer.close();
    writer.close();
    writer.write(entry);
    expect(readFileSync(file, "utf8")).toBe("");
    expect(reported).toEqual([]);
  });

  test.runIf(existsSync("/dev/full"))(
    "reports once that the disk is full, continues, and does not change devices",
    () => {
      const before = modeOf("/dev/full");
      const reported: TranscriptError[] = [];
      const writer = new TranscriptWriter("/dev/full", (error) => reported.push(error));
      writer.write(entry);
      writer.write(entry);
      expect(reported).toHaveLength(1);
      expect(reported[0]).toMatchObject({ name: "TranscriptError", code: "write-failed", cause: { code: "ENOSPC" } });
      expect(reported[0]?.message).toBe("/dev/full can no longer be written (ENOSPC: no space left on device)");
      expect(modeOf("/dev/full")).toBe(before);
    },
  );

  test("reports that an entry cannot be written as JSON", () => {
    const reported: TranscriptError[] = [];
    const writer = new TranscriptWriter(file, (error) => reported.push(error));
    writer.write({ from: "hook", message: { big: 1n } });
    writer.write(entry);
    expect(reported.map(({ code }) => code)).toEqual(["write-failed"]);
    expect(readFileSync(file, "utf8")).toBe("");
  });
});

describe("rejects a path that cannot be a transcript", () => {
  test("a missing folder", () => {
    const error = refused(join(folder, "no", "trace.jsonl"));
    expect(error).toMatchObject({ code: "unusable-file", cause: { code: "ENOENT" } });
    expect(error.message).toBe(
      `${folder}/no/trace.jsonl cannot be used as a transcript (ENOENT: no such file or directory): ` +
        "expected a file that you own, or a new one in a folder that you own",
    );
  });

  test("a folder", () => {
    mkdirSync(file);
    expect(refused(file).message).toContain("(EISDIR: illegal operation on a directory)");
  });

  test("a symbolic link, whose target keeps its content and its mode", () => {
    const target = join(folder, "target");
    writeFileSync(target, "x", { mode: 0o644 });
    symlinkSync(target, file);
    expect(refused(file).message).toContain("(ELOOP: it is a symbolic link)");
    expect(modeOf(target)).toBe(0o644);
  });

  test("a text that cannot be a path", () => expect(refused("a\0b").message).not.toContain("\n"));

  test.runIf(process.geteuid?.() === 0)("a file of another user", () => {
    writeFileSync(file, "");
    chownSync(file, 12345, 12345);
    expect(refused(file).message).toContain("(it belongs to another user)");
  });
});
