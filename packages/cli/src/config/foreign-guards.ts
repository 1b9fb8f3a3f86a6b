import type { Machine } from "@agent-hook/sdk/internal/installs";
import { parseLauncherCommand } from "@agent-hook/sdk/launcher";
import { usageError } from "../command-error.js";
import { thisMachine } from "../doctor/consent.js";
import { readFiles } from "../doctor/launched/files.js";
import { COMMAND_HOOK_HOSTS, type CommandHookHost } from "../host-config/installs.js";

/** Returns the other host whose hooks of a project a host also runs, and its files there that start a guard. */
export function foreignGuards(
  { alsoRuns }: Pick<CommandHookHost, "alsoRuns">,
  machine: Machine,
): { readonly owner: CommandHookHost; readonly files: readonly string[] } | undefined {
  const owner = COMMAND_HOOK_HOSTS.find(({ name }) => name === alsoRuns);
  if (owner === undefined) return undefined;
  const files = projectFiles(owner, machine).filter(({ value }) => launchedModes(value).includes("block"));
  return { owner, files: files.map(({ path }) => path) };
}

/** Throws `CommandError` if, with new hooks of a project, a guard for one host would deny all calls of another. */
export function assertNoForeignGuards(added: readonly string[]): void {
  const machine = thisMachine();
  for (const host of COMMAND_HOOK_HOSTS) {
    const { owner, files = [] } = foreignGuards(host, machine) ?? {};
    if (owner === undefined || !added.some((name) => name === host.name || name === owner.name)) continue;
    const isUsed =
      added.includes(host.name) || projectFiles(host, machine).some(({ value }) => launchedModes(value).length > 0);
    if (!isUsed || (files.length === 0 && !added.includes(owner.name))) continue;
    const file = files[0] ?? owner.places.project?.("");
    throw usageError(
      `--project: ${host.title} also runs ${file}, and a guard for ${owner.title} denies all its calls: keep ${owner.title}'s guard in your own config, without --project`,
    );
  }
}

function projectFiles(host: CommandHookHost, machine: Machine) {
  return readFiles(
    host,
    host.files(machine).filter(({ scope, settingsOnly }) => scope === "project" && !settingsOnly),
  );
}

/** Returns the modes of all launchers in a value. Where a config has its commands depends on the host. */
export function launchedModes(value: unknown): ("block" | "continue")[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(launchedModes);
  const launched = typeof value === "string" ? parseLauncherCommand(value.trim()) : undefined;
  return launched === undefined ? [] : [launched.mode];
}
