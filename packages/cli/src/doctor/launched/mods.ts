import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ModFiles, ModInstall } from "@agent-hook/sdk/internal/installs";
import { readMod } from "../../config/mod-folder.js";
import type { Facts } from "./gather.js";

/** A mod in the folder of an agent. */
export interface InstalledMod {
  readonly path: string;
  readonly files: ModFiles;
  /** The name of its hook, as in the settings. Absent if the settings have no such hook. */
  readonly name?: string;
  /** The command of that hook. Absent for a hook that is only an MCP server. */
  readonly command?: readonly string[];
}

/** Returns the mods of the hooks in an agent's files, and mods that agent-hook wrote for hooks which are gone. */
export function installedMods(
  mod: ModInstall,
  facts: Pick<Facts, "hooks" | "mcpToolEntries" | "machine">,
): InstalledMod[] {
  const { hooks, mcpToolEntries, machine } = facts;
  const folder = (name: string) => mod.folder(machine.env, machine.home, name);
  const names = new Set([...hooks.map(({ name }) => name), ...mcpToolEntries.map(({ server }) => server)]);
  const own = [...names].map((name) => {
    const { command } = hooks.find((hook) => hook.name === name) ?? {};
    return { path: folder(name), name, ...(command && { command }) };
  });
  const others = foldersIn(dirname(folder("x")))
    .filter((path) => own.every((one) => one.path !== path))
    .map((path) => ({ path }));
  return [
    ...own.map((one) => ({ ...one, files: readMod(one.path, mod) })).filter(({ files }) => isMod(files)),
    ...others
      .map((one) => ({ ...one, files: readMod(one.path, mod) }))
      .filter(({ files }) => mod.commandIn(files) !== undefined),
  ];
}

/** Returns whether the folder of a hook's mod has any of its files. Otherwise it may be a skill of the user. */
export function isMod(files: ModFiles): boolean {
  return Object.keys(files).length > 0;
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path).map((name) => join(path, name));
  } catch {
    return [];
  }
}
