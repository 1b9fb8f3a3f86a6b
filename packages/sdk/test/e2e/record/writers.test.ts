import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { readLog, UNREADABLE } from "../../../src/record/read-log.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

const WRITER = fileURLToPath(new URL("../../hooks/writes-records.mjs", import.meta.url));
const run = promisify(execFile);

it("200 processes at once lose and tear no line, also across many new files", async () => {
  const folder = temporaryFolder("decisions");
  const count = 10;
  const names = Array.from({ length: 200 }, (_, at) => `w${at}`);
  const write = (name: string, at: number) =>
    run(process.execPath, [WRITER, folder, name, String(count), String(at % 2 === 0)]);
  await Promise.all(names.map(write));

  const ids: string[] = [];
  for await (const entry of readLog(folder)) ids.push(entry === UNREADABLE ? "unreadable" : entry.id);
  const expected = names.flatMap((name) => Array.from({ length: count }, (_, at) => `${name}-${at}`));
  expect(ids.toSorted()).toEqual(expected.toSorted());
  expect(readdirSync(folder).length).toBeGreaterThan(10);
});
