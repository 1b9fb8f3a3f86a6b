import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { entryOf, type TranscriptEntry } from "@agent-hook/sdk/internal/transcript";
import { describe, expect, test } from "vitest";
import { oddLines, randomFrom } from "../odd-lines.js";
import { file } from "../run-command.js";
import { folder } from "../temporary-folder.js";
import { entriesOf, inline, run, traced } from "../traced.js";

const ANSWERS = [process.execPath, file("packages/cli/test/hooks/answers.mjs")];
const linesOf = (bytes: Buffer): Buffer[] => {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return start === bytes.length ? lines : [...lines, bytes.subarray(start)];
};

/** Returns the position of the first difference. A whole comparison of 2,000 lines would print all of them. */
function firstDifference(entries: readonly TranscriptEntry[], lines: readonly Buffer[], from: "host" | "hook"): number {
  const expected = lines.map((line) => entryOf(from, line));
  if (entries.length !== expected.length) return Math.min(entries.length, expected.length);
  return expected.findIndex((entry, index) => !isDeepStrictEqual(entry, entries[index]));
}

describe("the wire of a traced hook", () => {
  test.each([
    [2000, "on pipes", {}],
    [200, "if no pipes can be made", { TMPDIR: "/nonexistent" }],
  ])("passes on %i calls and malformed lines unchanged and records each in order, %s", async (count, _where, env) => {
    const out = join(folder(), "trace.jsonl");
    const sent = Buffer.concat(oddLines(count, randomFrom(20_261_122)).flatMap((line) => [line, Buffer.from("\n")]));
    const withoutEnd = Buffer.concat([sent, Buffer.from("no newline \xff at the end", "latin1")]);
    const direct = await run(ANSWERS, withoutEnd, env);
    const through = await run(traced(out, ANSWERS), withoutEnd, env);
    expect(through.stdout.equals(direct.stdout)).toBe(true);
    expect({ ...through, stdout: "" }).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });

    const entries = entriesOf(out);
    expect(entries.at(-1)).toEqual({ from: "hook", exit: 0 });
    const linesFrom = (from: string) => entries.slice(0, -1).filter((entry) => entry.from === from);
    expect(firstDifference(linesFrom("host"), linesOf(withoutEnd), "host")).toBe(-1);
    expect(firstDifference(linesFrom("hook"), linesOf(direct.stdout), "hook")).toBe(-1);
  });

  test("passes on a line of 10 MB", async () => {
    const out = join(folder(), "trace.jsonl");
    const line = Buffer.alloc(10_000_000, "lorem ipsum\0");
    const { code, stdout, stderr } = await run(traced(out, ["cat"]), line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.equals(line)).toBe(true);
    expect(entriesOf(out).map(({ from, text }) => [from, text?.length])).toEqual([
      ["host", 10_000_000],
      ["hook", 10_000_000],
      ["hook", undefined],
    ]);
  });

  test("can have a file as the host", async () => {
    const inputFile = join(folder(), "calls");
    writeFileSync(inputFile, Buffer.alloc(300_000, "a\nb\0"));
    const command = traced(join(folder(), "trace.jsonl"), ["cat"]).map((word) => `'${word}'`);
    const { code, stdout } = await run(["sh", "-c", `${command.join(" ")} <'${inputFile}'`], "");
    expect(code).toBe(0);
    expect(stdout.equals(Buffer.alloc(300_000, "a\nb\0"))).toBe(true);
  });

  test("consists of pipes, as under PicoClaw", async () => {
    const script = "console.log([0, 1].map((fd) => fs.fstatSync(fd).isFIFO()).join())";
    const { stdout } = await run(traced(join(folder(), "trace.jsonl"), inline(script)), "");
    expect(stdout.toString()).toBe("true,true\n");
  });

  test.runIf(process.platform === "linux")("shares the host's stderr, where the hook may have to wait", async () => {
    const script = `
      fs.writeSync(2, Buffer.from("said \\xff\\n", "latin1"));
      const flags = /flags:\\s+(\\d+)/.exec(fs.readFileSync("/proc/self/fdinfo/2"))[1];
      console.log(parseInt(flags, 8) & fs.constants.O_NONBLOCK ? "must not wait" : "may wait");`;
    const { stdout, stderr } = await run(traced(join(folder(), "trace.jsonl"), inline(script)), "");
    expect(stderr).toBe("said \ufffd\n");
    expect(stdout.toString()).toBe("may wait\n");
  });
});
