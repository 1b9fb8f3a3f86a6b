import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { readMarkedLines } from "../../src/hosts/usage.js";

let path: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "lines-"));
  path = join(folder, "session.jsonl");
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const numbers = ({ entries }: ReturnType<typeof readMarkedLines>) => entries.map(({ use }) => use);

describe("a growing file", () => {
  it("is read from where the last read ended, and only lines with the mark are parsed", () => {
    writeFileSync(path, '{"use":1}\n{"text":"no JSON after this"\n{"use":2}\n');
    const first = readMarkedLines(path, 0, '"use"');
    expect(numbers(first)).toEqual([1, 2]);
    expect(readMarkedLines(path, first.offset, '"use"')).toEqual({ ...first, entries: [] });
    appendFileSync(path, '{"é":"é","use":3}\n');
    expect(numbers(readMarkedLines(path, first.offset, '"use"'))).toEqual([3]);
  });

  it("a line that is not complete is left for the next read", () => {
    writeFileSync(path, '{"use":1}\n{"use":');
    const first = readMarkedLines(path, 0, '"use"');
    expect(numbers(first)).toEqual([1]);
    appendFileSync(path, "2}\n");
    expect(numbers(readMarkedLines(path, first.offset, '"use"'))).toEqual([2]);
  });

  it("a file that does not exist yet has no lines, and one that was replaced is read from its start", () => {
    expect(readMarkedLines(path, 0, '"use"')).toEqual({ entries: [], offset: 0, hasMore: false });
    writeFileSync(path, '{"use":1}\n{"use":2}\n');
    const { offset } = readMarkedLines(path, 0, '"use"');
    truncateSync(path, 0);
    appendFileSync(path, '{"use":9}\n');
    expect(numbers(readMarkedLines(path, offset, '"use"'))).toEqual([9]);
  });

  it("a large file is read in parts, also with lines that are too long or damaged", () => {
    const lines = ['{"use":1}', `{"text":"${"x".repeat(500)}"}`, "damaged", '{"use":', '{"use":2}', '{"use":3}'];
    writeFileSync(path, `${lines.join("\n")}\n`);
    const read: unknown[] = [];
    let offset = 0;
    for (let more = true; more; ) {
      const part = readMarkedLines(path, offset, '"use"', 100);
      read.push(...numbers(part));
      more = part.hasMore;
      expect(part.offset > offset || !more).toBe(true);
      offset = part.offset;
    }
    expect(read).toEqual([1, 2, 3]);
  });
});
