import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { HookSummary, Launch, ModFiles, ModInstall } from "@agent-hook/sdk/internal/installs";
import { parseLauncherCommand } from "@agent-hook/sdk/launcher";
import { usageError } from "../command-error.js";
import type { CommandHookHost } from "../host-config/installs.js";
import { COMMAND_HOOK_HOSTS, entrySettings } from "../host-config/installs.js";
import { launchedAt } from "../host-config/launched.js";

/** The folder of a hook's mod, and what belongs into it. */
export interface ModFolder {
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
  return { path: pathOf(mod, launch.name), files: mod.files(hook, { name: launch.name, command, seconds }) };
}

/** Writes the files of a mod. Throws `CommandError` if its folder has another program's files. */
export function writeMod({ path, files }: ModFolder, mod: ModInstall): void {
  if (existsSync(path) && !isOurs(path, mod)) {
    throw usageError(`${path} is not from agent-hook: move it away, or pass another --name`);
  }
  for (const [name, text] of Object.entries(files)) {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Removes the mod of a hook. Returns its folder, or `undefined` if there is none. */
export function removeMod(hostName: string, name: string): string | undefined {
  const mod = COMMAND_HOOK_HOSTS.find((host) => host.name === hostName)?.mod;
  if (mod === undefined) return undefined;
  const path = pathOf(mod, name);
  if (!existsSync(path) || !isOurs(path, mod)) return undefined;
  rmSync(path, { recursive: true });
  return path;
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

/** A folder without a module, from a write that was interrupted, is ours: only agent-hook writes its name. */
function isOurs(path: string, mod: ModInstall): boolean {
  const files = readMod(path, mod);
  return mod.commandIn(files) !== undefined || Object.keys(files).length < 3;
}
