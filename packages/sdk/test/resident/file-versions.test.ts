import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { FileVersions } from "../../src/serve/resident/file-versions.js";
import { temporaryFolder } from "../launcher/temporary-folder.js";

/** Long after the files of a test were written. */
const LATER = Date.now() + 1e9;

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "hook.mjs");
  writeFileSync(file, "one");
});

function watched(...paths: readonly string[]): FileVersions {
  const versions = new FileVersions(LATER);
  versions.watch(paths);
  expect(versions.areCurrent()).toBe(true);
  return versions;
}

it.each<readonly [string, () => void]>([
  ["is written", () => writeFileSync(file, "two")],
  ["is removed", () => rmSync(file)],
  [
    "is replaced by a file with the same text",
    () => {
      writeFileSync(`${file}.new`, "one");
      renameSync(`${file}.new`, file);
    },
  ],
])("notices that a file %s", (_what, change) => {
  const versions = watched(file);
  change();
  expect(versions.areCurrent()).toBe(false);
});

it("notices that a file appears, by its own path or in its folder", () => {
  const [byPath, byFolder] = [watched(join(folder, "rules.json")), watched(folder)];
  writeFileSync(join(folder, "rules.json"), "{}");
  expect(byPath.areCurrent()).toBe(false);
  expect(byFolder.areCurrent()).toBe(false);
});

it("is unsure about a file that changed after it may have been loaded", () => {
  const versions = new FileVersions(Date.now() - 1000);
  versions.watch([file]);
  expect(versions.areCurrent()).toBe(false);
});

it("is unsure about a file that was loaded later and changed since the last look", () => {
  const versions = new FileVersions(Date.now() - 1000);
  versions.watch([]);
  writeFileSync(file, "two");
  versions.watch([file]);
  expect(versions.areCurrent()).toBe(false);
});

it("is sure about a file that was loaded later and changed before the last look", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: LATER });
  onTestFinished(() => void vi.useRealTimers());
  const versions = new FileVersions(0);
  versions.watch([]);
  versions.watch([file]);
  expect(versions.areCurrent()).toBe(true);
});
