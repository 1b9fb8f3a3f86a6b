import { readMod } from "../../config/mod-folder.js";
import { type Finding, finding } from "../findings.js";
import type { Facts } from "./gather.js";

/** Reports mods that are incomplete, outdated or switched off. Their hooks are called through their entries all the same. */
export function modFindings({ agent, files, hooks, machine }: Facts): Finding[] {
  const { mod, title } = agent;
  if (mod === undefined) return [];
  return hooks.flatMap(({ name, command = [] }) => {
    const path = mod.folder(machine.env, machine.home, name);
    const modFiles = readMod(path, mod);
    if (Object.keys(modFiles).length === 0) return [];
    const fix = `agent-hook config ${agent.name} --mod --write -- ${command.join(" ")}`;
    const started = mod.commandIn(modFiles)?.join(" ");
    const off = files.flatMap(({ path: file, value }) => {
      const why = mod.whySwitchedOff(value, name);
      return why === undefined ? [] : [`${file}: ${why}`];
    });
    if (started === undefined) {
      return [finding("mod-missing", `${path}: the mod is not complete, so ${title} does not load it`, fix)];
    }
    return [
      ...(mod.isCurrent(modFiles) && started.startsWith(command.join(" "))
        ? []
        : [finding("mod-stale", `${path}: the mod is not the one that config would write for "${name}"`, fix)]),
      ...off.map((what) =>
        finding("mod-disabled", `${what}: only the command of "${name}" is called`, "remove it from that file"),
      ),
    ];
  });
}
