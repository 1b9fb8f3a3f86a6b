import { execFileSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type TranscriptError, TranscriptWriter } from "../../../src/transcript/index.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

function pipe(): string {
  const file = join(temporaryFolder(), "trace.jsonl");
  execFileSync("mkfifo", [file]);
  return file;
}

test("a pipe without a reader cannot be a transcript, which is reported at once", () => {
  expect(() => new TranscriptWriter(pipe())).toThrow(
    expect.objectContaining({ code: "unusable-file", cause: expect.objectContaining({ code: "ENXIO" }) }),
  );
});

test("a pipe whose reader does not read ends the recording, not the program", () => {
  const file = pipe();
  const reader = openSync(file, "r+");
  onTestFinished(() => closeSync(reader));
  const reported: TranscriptError[] = [];
  const writer = new TranscriptWriter(file, (error) => reported.push(error));
  for (let times = 0; times < 100; times++) writer.write({ from: "hook", text: "x".repeat(10_000) });
  expect(reported).toMatchObject([{ code: "write-failed", cause: { code: "EAGAIN" } }]);
});
