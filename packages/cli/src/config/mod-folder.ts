import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { HookSummary, Launch, ModFiles, ModInstall } from "@agent-hook/sdk/internal/installs";
import { parseLauncherCommand } from "@agent-hook/sdk/launcher";
import { usageError } from "../command-error.js";
import { makeFolder } from "../files/replace-file.js";
import type { CommandHookHost } from "../host-config/installs.js";
import { COMMAND_HOOK_HOSTS, entrySettings } from "../host-config/installs.js";
import { launchedAt } from "../host-config/launched.js";

/** The folder of a hook's mod, and what belongs into it. */
export interface ModFolder {
  /** The name of the hook. */
  readonly hook: string;
  readonly path: string;
  readonly files: ModFiles;
}

/** The event whose command and time limit the mod uses. */
const EVENT = "PreToolUse";

/** Returns the mod of a hook. Throws `CommandError` if a mod cannot call the hook. */
export function modFolder(hostName: string, hook: HookSummary, launch: Launch): ModFolder {
  const host = hostWithMod(hostName);
  const { mod, title } = host;
  const points = mod.pointsOf(hook);
  if (hook.deadlines === undefined) throw usageError("--mod: expected a hook that uses the SDK");
  if (points.length === 0)
    throw usageError(
      `--mod: "${hook.name}" has no respondsTo, afterTool or afterLlm, so the command does all that it can do: remove --mod`,
    );
  const launched = parseLauncherCommand(launchedAt(hostName, EVENT, hook, launch, entrySettings(host, EVENT)).command);
  if (launched === undefined) throw new Error("the launcher's own command was not understood");
  const { seconds, command } = launched;
  if (seconds > mod.longestSeconds) {
    throw usageError(
      `--mod: "${hook.name}" may need ${seconds} s, and ${title} waits ${mod.longestSeconds} s for a mod: lower its timeouts, or remove --mod`,
    );
  }
  return {
    hook: launch.name,
    path: pathOf(mod, launch.name),
    files: mod.files(hook, { name: launch.name, command, seconds }),
  };
}

/** Throws `CommandError` if the folder of a mod has other files, also those of another hook's mod. */
export function assertOwnFolder({ hook, path }: ModFolder, mod: ModInstall): void {
  const other = existsSync(path) && hasFiles(path) ? mod.hookIn(readMod(path, mod)) : hook;
  if (other !== hook) {
    const whose = other === undefined ? "not from agent-hook" : `the mod of the hook "${other}"`;
    throw usageError(`${path} is ${whose}: move it away, or pass another --name`);
  }
}

export function writeMod({ path, files }: ModFolder): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(path, name);
    makeFolder(dirname(file));
    writeFileSync(file, text, { mode: 0o644 });
  }
}

/** Removes the mod of a hook, but no other files. Returns its folder, or `undefined` if there is none. */
export function removeMod(hostName: string, name: string): string | undefined {
  const mod = COMMAND_HOOK_HOSTS.find((host) => host.name === hostName)?.mod;
  if (mod === undefined) return undefined;
  const path = pathOf(mod, name);
  const modFiles = readMod(path, mod);
  if (mod.hookIn(modFiles) !== name) return undefined;
  const files = Object.keys(modFiles).map((file) => join(path, file));
  for (const file of files) rmSync(file);
  for (const folder of new Set([...files.map((file) => dirname(file)), path])) {
    if (readdirSync(folder).length === 0) rmdirSync(folder);
  }
  return path;
}

function hasFiles(path: string): boolean {
  return readdirSync(path, { recursive: true, withFileTypes: true }).some((entry) => !entry.isDirectory());
}

/** Reads those files of a mod that exist. */
export function readMod(path: string, mod: ModInstall): ModFiles {
  const names = Object.keys(mod.files(NO_HOOK, { name: "x", command: [], seconds: 1 }));
  return Object.fromEntries(
    names.flatMap((name) => {
      const file = join(path, name);
      return existsSync(file) ? [[name, readFileSync(file, "utf8")]] : [];
    }),
  );
}

const NO_HOOK: HookSummary = { name: "x", points: [], tools: [], onFailure: "continue" };

export function hostWithMod(hostName: string): CommandHookHost & { readonly mod: ModInstall } {
  const host = COMMAND_HOOK_HOSTS.find((one) => one.name === hostName);
  if (host?.mod === undefined) throw usageError(`--mod: ${hostName} has no mods`);
  return { ...host, mod: host.mod };
}

function pathOf(mod: ModInstall, name: string): string {
  return mod.folder(process.env, process.env.HOME || homedir(), name);
}
