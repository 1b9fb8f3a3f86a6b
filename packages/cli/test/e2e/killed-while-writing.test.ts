import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { folder } from "../config-folder.js";
import { agentHook } from "../run-command.js";
import { withScript } from "../scripted.js";
import { answer, call, recording } from "../transcripts.js";

const node = process.execPath;
const HOOK = ["--intercept", "approve_tool", "--on-failure", "block", "--name", "guard", "--", "true"];

/** Returns an environment in which Node is killed, as by `kill -9`, just before it renames a file. */
function killedAtRename(): Readonly<Record<string, string>> {
  const path = join(folder(), "killed.mjs");
  writeFileSync(
    path,
    `import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
fs.renameSync = () => process.kill(process.pid, "SIGKILL");
syncBuiltinESMExports();
`,
  );
  return { NODE_OPTIONS: `--import=${pathToFileURL(path)}` };
}

function config() {
  const path = join(folder(), "config.json");
  writeFileSync(path, '{ "version": 3 }\n', { mode: 0o640 });
  const add = (env = {}) => agentHook(["config", "picoclaw", "--write", path, "--yes", ...HOOK], { env });
  return { path, add };
}

const temporary = (path: string) => readdirSync(join(path, "..")).filter((name) => name.endsWith(".tmp"));

/** Returns the id of a process that has ended. */
const deadPid = () => spawnSync(node, ["-e", ""]).pid;

test("the next config --write removes the leftovers of a killed one", async () => {
  const { path, add } = config();
  expect(await add(killedAtRename())).toMatchObject({ code: null });
  const [left = ""] = temporary(path);
  expect(statSync(join(path, "..", left)).mode & 0o777).toBe(0o640);
  expect(readFileSync(path, "utf8")).toBe('{ "version": 3 }\n');
  expect(await add()).toMatchObject({ code: 0 });
  expect(temporary(path)).toEqual([]);
});

test("config --write keeps the files of others and of another config --write that is running", async () => {
  const { path, add } = config();
  const kept = [
    `.config.json.${process.pid}.0123abcd.tmp`,
    ".config.json.tmp",
    `.other.json.${deadPid()}.0123abcd.tmp`,
    `.config.json.${deadPid()}.mine.tmp`,
  ];
  for (const name of kept) writeFileSync(join(path, "..", name), "");
  writeFileSync(join(path, "..", `.config.json.${deadPid()}.0123abcd.tmp`), "");
  expect(await add()).toMatchObject({ code: 0 });
  expect(temporary(path)).toEqual(kept.sort());
});

test("the next replay --update removes the leftovers of a killed one", async () => {
  const path = recording(call(1), answer(1, { action: "continue" }));
  const update = (env = {}) =>
    withScript(["replay", path, "--update"], { "hook.before_tool": { result: { action: "deny_tool" } } }, { env });
  expect(await update(killedAtRename())).toMatchObject({ code: null });
  expect(temporary(path)).toHaveLength(1);
  expect(await update()).toMatchObject({ code: 0 });
  expect(temporary(path)).toEqual([]);
});
