import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  type Files,
  type Folders,
  liveHosts,
  makeFolders,
  readFiles,
  writeFiles,
} from "@agent-hook/sdk/internal/live-agents";
import type { ConfiguredHook } from "./agents/agent-runner.js";
import { isInstalled, programOf } from "./install.js";
import { runCli } from "./run-cli.js";

/** What `agent-hook config` printed and wrote, by its arguments. Running it takes as long as running an agent. */
const cache = new Map<string, Promise<ConfigOutput>>();

interface ConfigOutput {
  readonly printed: string;
  /** Relative to HOME. */
  readonly written: Files;
}

/** Returns what `agent-hook config HOST -- node FILE` prints, with the hook's edit. */
export async function printedConfig(host: string, hook: ConfiguredHook): Promise<string> {
  const { printed } = await config([host], hook, {});
  return applyEdit({ printed }, hook).printed ?? "";
}

/** Runs `agent-hook config HOST --write` with the files of `home`. Writes the result there, with the hook's edit. */
export async function writeConfig(host: string, hook: ConfiguredHook, home: string): Promise<void> {
  const before = await readFiles(home);
  const ofRun = textsOfRun(home, before);
  const args = [host, "--write", "--yes", ...(hook.options ?? [])];
  const { written } = await config(args, hook, replaceTexts(before, ofRun));
  const back = ofRun.map(([text, constant]) => [constant, text] as const);
  await writeFiles(home, applyEdit(replaceTexts(written, back), hook));
}

/**
 * Texts that differ between runs, each with a constant that replaces it. Without the constants, no run would find the
 * cached config of another.
 */
function textsOfRun(home: string, settings: Files): readonly (readonly [text: string, constant: string])[] {
  const [model] = /127\.0\.0\.1:\d+/.exec(Object.values(settings).join("\n")) ?? [];
  return [[dirname(home), "/folder-of-a-run"], ...(model ? [[model, "model-of-a-run:1"] as const] : [])];
}

function replaceTexts(files: Files, texts: readonly (readonly [from: string, to: string])[]): Files {
  const replaced = (text: string) => texts.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, replaced(text)]));
}

/** Applies the hook's edit. Throws if the edit changes nothing, because the test would then prove nothing. */
function applyEdit(files: Files, { edit }: ConfiguredHook): Files {
  if (edit === undefined) return files;
  const after = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, edit(text)]));
  if (JSON.stringify(after) !== JSON.stringify(files)) return after;
  throw new Error(`nothing to edit in this config:\n${Object.values(files).join("\n")}`);
}

function config(args: readonly string[], hook: ConfiguredHook, home: Files): Promise<ConfigOutput> {
  const key = JSON.stringify([args, hook.file, hook.arguments, home]);
  const cached = cache.get(key) ?? configure(args, hook, home);
  cache.set(key, cached);
  return cached;
}

async function configure(args: readonly string[], hook: ConfiguredHook, before: Files): Promise<ConfigOutput> {
  await using folders: Folders = await makeFolders();
  await writeFiles(folders.home, before);
  const command = [process.execPath, hook.file, ...(hook.arguments ?? [])];
  const bin = await linkProgram(args[0] ?? "", dirname(folders.home));
  const printed = await runCli(["config", ...args, "--", ...command], folders, bin);
  const after = Object.entries(await readFiles(folders.home));
  return { printed, written: Object.fromEntries(after.filter(([name, text]) => before[name] !== text)) };
}

/** Links an installed agent in a folder for the PATH, as a user has it: `config` skips programs of packages. */
async function linkProgram(host: string, folder: string): Promise<string | undefined> {
  const agent = liveHosts.find(({ name }) => name === host);
  if (agent === undefined || !isInstalled(agent)) return undefined;
  const bin = join(folder, "bin");
  await mkdir(bin);
  await symlink(programOf(agent), join(bin, agent.program));
  return bin;
}
