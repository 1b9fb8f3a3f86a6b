import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { readTranscript, TranscriptError } from "@agent-hook/sdk/internal/transcript";
import { describe, expect, test } from "vitest";
import { folder } from "../temporary-folder.js";
import { type ProcessResult, run, start, traced } from "../traced.js";

const HOOK = ["sh", "-c", "cat; exit 7"];
const CALL = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "hook.before_tool", params: {} })}\n`);
const calls = (count: number) => Buffer.alloc(CALL.length * count, CALL);

/** Expects the hook's full output and exit code, and one stderr line that explains why recording stopped. */
function expectUnaffected({ code, stdout, stderr }: ProcessResult, sent: Buffer, why: string): void {
  expect(code).toBe(7);
  expect(stdout.equals(sent)).toBe(true);
  expect(stderr).toMatch(/^agent-hook: recording stopped, the hook is not affected: .*\n$/);
  expect(stderr).toContain(why);
}

describe("the hook is not affected when", () => {
  test("the recording cannot be created", async () => {
    const out = join(folder(), "missing", "trace.jsonl");
    expectUnaffected(await run(traced(out, HOOK), calls(100)), calls(100), "ENOENT");
  });

  test("the recording is another user's, by a symbolic link", async () => {
    const [out, others] = [join(folder(), "trace.jsonl"), join(folder(), "others")];
    symlinkSync(others, out);
    expectUnaffected(await run(traced(out, HOOK), calls(100)), calls(100), "it is a symbolic link");
    expect(existsSync(others)).toBe(false);
  });

  test.runIf(existsSync("/dev/full"))("the disk is full", async () => {
    expectUnaffected(await run(traced("/dev/full", HOOK), calls(100)), calls(100), "ENOSPC");
  });

  test("the recording may not grow any more; its content can be read", async () => {
    const out = join(folder(), "trace.jsonl");
    const command = ["sh", "-c", 'ulimit -f 8; exec "$@"', "sh", ...traced(out, HOOK)];
    expectUnaffected(await run(command, calls(1000)), calls(1000), "EFBIG");
    const { entries } = failureOf(() => readTranscript(readFileSync(out, "utf8")));
    expect(entries.length).toBeGreaterThan(10);
  });

  test("nobody reads the error", async () => {
    const { child, ended } = start(traced(join(folder(), "missing", "trace.jsonl"), HOOK));
    child.stderr.destroy();
    child.stdin.end(calls(100));
    expect(await ended).toMatchObject({ code: 7, stdout: calls(100) });
  });

  test("--json reports what happened to the recording", async () => {
    const out = join(folder(), "missing", "trace.jsonl");
    const { stderr } = await run(traced(out, HOOK, "--json"), calls(1));
    expect(JSON.parse(stderr.split("\n")[1] ?? "")).toEqual({
      transcript: out,
      lines: { host: 0, hook: 0 },
      stopped: expect.stringContaining("ENOENT"),
      exit: 7,
    });
  });
});

function failureOf(action: () => unknown): TranscriptError {
  try {
    action();
  } catch (error) {
    if (error instanceof TranscriptError) return error;
  }
  throw new Error("expected a TranscriptError");
}
