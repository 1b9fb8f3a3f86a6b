import { expect, test, vi } from "vitest";
import { install } from "./install.js";

const FOLDER = "/etc/claude-code/managed-settings.d";

// The files of the system, which a test must not write.
vi.mock("node:fs", async (original) => ({
  ...(await original<typeof import("node:fs")>()),
  existsSync: (path: string) => path === FOLDER,
  readdirSync: (path: string) => (path === FOLDER ? ["10-off.json", "notes.txt"] : []),
}));

const managed = (env: NodeJS.ProcessEnv) =>
  install
    .files({ env, home: "/home/me", folder: "/project", platform: "linux" })
    .flatMap(({ path, scope }) => (scope === "managed" ? [path] : []));

test("an administrator's settings are in one file and in a folder, or only in the file that a variable names", () => {
  expect(managed({})).toEqual(["/etc/claude-code/managed-settings.json", `${FOLDER}/10-off.json`]);
  expect(managed({ CLAUDE_CODE_MANAGED_SETTINGS_PATH: "/etc/x/a.json" })).toEqual(["/etc/x/a.json"]);
});
