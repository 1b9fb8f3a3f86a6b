import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { WatchedFiles } from "../../src/dev/watched-files.js";
import { folder } from "../temporary-folder.js";

vi.mock("node:fs", async (original) => ({
  ...(await original<typeof import("node:fs")>()),
  watch: () => {
    throw Object.assign(new Error("System limit for number of file watchers reached"), { code: "ENOSPC" });
  },
}));

test("changes are also seen if the system allows no more watches", async () => {
  const path = folder();
  const script = join(path, "main.mjs");
  writeFileSync(script, 'import "./part.mjs";');
  writeFileSync(join(path, "part.mjs"), "");
  let onChange = (_files: readonly string[]) => {};
  const files = new WatchedFiles(["node", script], [], (changed) => onChange(changed));
  onTestFinished(() => files.close());
  await files.refresh();
  const changed = new Promise((resolve) => {
    onChange = resolve;
  });
  writeFileSync(join(path, "part.mjs"), "export {};");
  expect(await changed).toEqual([join(path, "part.mjs")]);
});
