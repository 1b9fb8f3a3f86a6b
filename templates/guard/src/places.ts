import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { AGENT_SETTINGS, destinationOf, foldedPath, isBelow, isPerProcess, wholePath } from "@agent-hook/hooks/files";
import type { Settings } from "./settings.js";

/** Paths that the agent may not write, even in an allowed folder. */
const OFF_LIMITS = [
  // Dot files configure agents, git and shells.
  /(^|\/)\./,
  // Hooks run code from there.
  /(^|\/)node_modules(\/|$)/,
  // PicoClaw runs the commands in it without calling a hook.
  /(^|\/)cron\/jobs\.json$/,
  // docker-agent's settings, which can contain hooks.
  /(^|\/)(docker-|c)?agent\.(ya?ml|hcl)$/,
];

/**
 * Returns the reason for the model why the agent may not write to a file, or `undefined` if it may. `cwd` is the folder
 * that the host resolves relative paths from, if the host reports it.
 */
export async function whyNotWritable(
  named: string,
  cwd: string | undefined,
  settings: Settings,
): Promise<string | undefined> {
  const path = wholePath(named, cwd);
  if (path === undefined) {
    return "Write the whole path, beginning with /, without . and .. and without invisible characters.";
  }
  if (path !== path.normalize("NFC")) {
    return "Write the path in composed Unicode letters (NFC). With others, disks disagree on which file it names.";
  }
  const target = await destinationOf(path);
  if (target === undefined) return "This path leads through a link that cannot be followed. Name the file itself.";
  if (await isPerProcess(path)) {
    return "This path leads through /proc or /dev/fd, where each process finds other files. Name the file itself.";
  }

  for (const place of protectedPlaces(settings)) {
    const end = await destinationOf(place);
    if (end === undefined) return `Nothing is written while ${place} leads nowhere. Tell the user.`;
    if (isBelow(foldedPath(end), foldedPath(target))) {
      return "The guard's own files and the settings of agents stay as they are. Ask the user to change them.";
    }
  }
  let reason = `Only files in ${settings.folders.join(" and ")} may be written.`;
  for (const folder of settings.folders) {
    const end = await destinationOf(folder);
    if (end === undefined || !isBelow(end, target)) continue;
    const start = [folder, end].find((root) => isBelow(root, path)) ?? sep;
    // A link with a harmless name can lead to a protected one, and vice versa.
    if (!isOffLimits(relative(start, path)) && !isOffLimits(relative(end, target))) return undefined;
    reason = "Dot files, node_modules, cron jobs and agent files are off limits. Ask the user to write it.";
  }
  return reason;
}

/**
 * Returns the files that the guard depends on. An agent's settings can be a link, so the caller resolves each place.
 */
function protectedPlaces({ home, picoclawConfig }: Settings): string[] {
  const ownFolder = fileURLToPath(new URL("..", import.meta.url));
  return [ownFolder, picoclawConfig, ...AGENT_SETTINGS.map((name) => join(home, name))];
}

function isOffLimits(way: string): boolean {
  return OFF_LIMITS.some((pattern) => pattern.test(foldedPath(way)));
}
