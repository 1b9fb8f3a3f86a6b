import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readLog } from "../../../src/record/read-log.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

it.skipIf(process.platform === "win32")("the reader of the log reads past a pipe", async () => {
  const folder = temporaryFolder();
  execFileSync("mkfifo", [join(folder, "decisions-000001.jsonl")]);
  const record = { id: "a", time: "2026-01-31T09:30:00.000Z", host: { name: "h" }, hook: "k", point: "beforeTool" };
  writeFileSync(
    join(folder, "decisions-000002.jsonl"),
    `${JSON.stringify({ ...record, decision: "none", ms: 1, pid: 1 })}\n`,
  );
  const entries = [];
  for await (const entry of readLog(folder)) entries.push(entry);
  expect(entries).toMatchObject([{ id: "a" }]);
});
