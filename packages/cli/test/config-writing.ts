import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "./config-folder.js";
import { agentHook } from "./run-command.js";

/** A hook without a manifest that may deny tool calls. */
export const HOOK = ["--intercept", "approve_tool", "--on-failure", "block", "--name", "guard", "--", "true"];

export const write = (path: string, ...args: string[]) => agentHook(["config", "picoclaw", "--write", path, ...args]);
export const add = (path: string, ...flags: string[]) => write(path, "--yes", ...flags, ...HOOK);
export const remove = (path: string, ...flags: string[]) =>
  write(path, "--remove", "--yes", "--name", "guard", ...flags);

/** Creates a config file in a new folder. */
export function config(text: string | Buffer = '{\n  "version": 3\n}\n', name = "config.json") {
  const path = join(folder(), name);
  writeFileSync(path, text, { mode: 0o640 });
  const read = () => readFileSync(path, "utf8");
  const otherFiles = () =>
    readdirSync(join(path, ".."))
      .filter((entry) => entry !== name)
      .sort();
  return { path, read, otherFiles };
}

export const processes = (text: string) => JSON.parse(text).hooks.processes;
