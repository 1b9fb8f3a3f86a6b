import { quoted } from "@agent-hook/sdk/internal/installs";
import { type Finding, finding } from "../findings.js";
import type { Facts } from "./gather.js";
import { type InstalledMod, installedMods } from "./mods.js";

/**
 * Reports mods that are incomplete, outdated, switched off or without a hook in the settings. Hooks are called through their
 * entries all the same.
 */
export function modFindings(facts: Facts): Finding[] {
  const { agent, hookFiles } = facts;
  const { mod } = agent;
  if (mod === undefined) return [];
  // A single file does not show all hooks.
  const isWhole = hookFiles.length > 1;
  return installedMods(mod, facts).flatMap((one) => {
    if (one.name === undefined) return isWhole ? [aloneFinding(facts, one)] : [];
    const { path, files, name, command } = one;
    const fix = fixOf(facts, one);
    const started = mod.commandIn(files)?.join(" ");
    if (started === undefined) {
      return [finding("mod-missing", `${path}: the mod is not complete, so ${agent.title} does not load it`, fix)];
    }
    const isCurrent = mod.isCurrent(files) && started.startsWith(command?.join(" ") ?? "");
    const stale = `${path}: the mod is not the one that config would write for "${name}"`;
    return [...(isCurrent ? [] : [finding("mod-stale", stale, fix)]), ...offFindings(facts, name)];
  });
}

/** Returns the command that writes the mod again. */
export function fixOf({ agent, mcpToolEntries }: Facts, { name, command }: InstalledMod): string {
  const asServer = mcpToolEntries.some(({ server }) => server === name) ? " --mcp-tool" : "";
  const hook = command === undefined ? "COMMAND" : command.map(quoted).join(" ");
  return `agent-hook config ${agent.name} --mod${asServer} --write -- ${hook}`;
}

function aloneFinding(facts: Facts, one: InstalledMod): Finding {
  const what = `${one.path}: the mod has no hook in the settings, which would judge the calls`;
  return finding("mod-alone", what, `remove the folder, or: ${fixOf(facts, one)}`);
}

function offFindings({ agent, files }: Facts, name: string): Finding[] {
  return files.flatMap(({ path, value, scope }) => {
    const why = agent.mod?.whySwitchedOff(value, name, scope);
    if (why === undefined) return [];
    const what = `${path}: ${why}: only the hook "${name}" in the settings is called`;
    return [finding("mod-disabled", what, "remove it from that file")];
  });
}
