import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { expect, onTestFinished, test, vi } from "vitest";
import { install } from "./install.js";

const FOLDER = "/etc/claude-code/managed-settings.d";

/** Shows files of the system that a test must not write. */
function showFolder(names: readonly string[]): void {
  vi.spyOn(fs, "existsSync").mockImplementation((path) => path === FOLDER);
  vi.spyOn(fs, "readdirSync").mockImplementation((path) => (path === FOLDER ? [...names] : []) as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}

const managed = (env: NodeJS.ProcessEnv) =>
  install
    .files({ env, home: "/home/me", folder: "/project", platform: "linux" })
    .flatMap(({ path, scope }) => (scope === "managed" ? [path] : []));

test("an administrator's settings are in one file and in a folder, or only in the file that a variable names", () => {
  showFolder(["10-off.json", "notes.txt"]);
  expect(managed({})).toEqual(["/etc/claude-code/managed-settings.json", `${FOLDER}/10-off.json`]);
  expect(managed({ CLAUDE_CODE_MANAGED_SETTINGS_PATH: "/etc/x/a.json" })).toEqual(["/etc/x/a.json"]);
});
