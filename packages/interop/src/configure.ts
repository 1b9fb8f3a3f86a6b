import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Folders } from "agent-hook/real-agents";
import { plainEnvironment, runToEnd } from "agent-hook/real-agents";
import type { ConfiguredHook } from "./columns/column.js";

const CLI = join(dirname(fileURLToPath(import.meta.resolve("agent-hook/package.json"))), "bin", "agent-hook.js");
const LIMIT_MS = 30_000;

/** What `agent-hook config HOST -- node FILE` prints. */
export async function printedConfig(host: string, hook: ConfiguredHook, folders: Folders): Promise<string> {
  return edited(await config([host], hook, folders), hook);
}

/** Has `agent-hook config HOST --write` put the hook into the agent's own file in this HOME. */
export async function writeConfig(host: string, hook: ConfiguredHook, folders: Folders): Promise<void> {
  await config([host, "--write", "--yes"], hook, folders);
  if (hook.edit === undefined) return;
  const entries = await readdir(folders.home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  edited(texts.join(""), hook);
  await Promise.all(files.map((file, at) => writeFile(file, hook.edit?.(texts[at] ?? "") ?? "")));
}

/** A fault that changes nothing would prove nothing. */
function edited(text: string, { edit }: ConfiguredHook): string {
  const after = edit?.(text) ?? text;
  if (edit !== undefined && after === text) throw new Error(`nothing to edit in this config:\n${text}`);
  return after;
}

async function config(words: readonly string[], hook: ConfiguredHook, folders: Folders): Promise<string> {
  const command = [process.execPath, hook.file, ...(hook.arguments ?? [])];
  const done = await runToEnd(process.execPath, [CLI, "config", ...words, "--", ...command], {
    cwd: folders.project,
    env: plainEnvironment(folders.home),
    limitMs: LIMIT_MS,
  });
  // For Codex it ends with 1: not active until trusted.
  if (done.exit === 0 || (words[0] === "codex" && done.exit === 1)) return done.stdout;
  throw new Error(`agent-hook config ${words.join(" ")} ended with ${done.exit}:\n${done.stderr}`);
}
