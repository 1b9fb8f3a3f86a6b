import { isAbsolute, join, normalize, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { destinationOf } from "./destination.js";
import { isPerProcess } from "./per-process.js";
import type { Settings } from "./settings.js";

/** Files and folders in the user's home that configure an agent's hooks. In projects, these names begin with a dot. */
const AGENT_SETTINGS = [
  ...[".claude", ".claude.json", ".claude/settings.json", ".claude/settings.local.json"],
  ...[".codex", ".codex/config.toml", ".codex/hooks.json"],
  ...[".gemini", ".gemini/settings.json"],
  ...[".copilot", ".copilot/config.json", ".copilot/settings.json", ".copilot/hooks"],
  ...[".cagent", ".config/cagent", "Library/Application Support/cagent"],
];

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
    if (isInside(folded(end), folded(target))) {
      return "The guard's own files and the settings of agents stay as they are. Ask the user to change them.";
    }
  }
  let reason = `Only files in ${settings.folders.join(" and ")} may be written.`;
  for (const folder of settings.folders) {
    const end = await destinationOf(folder);
    if (end === undefined || !isInside(end, target)) continue;
    const start = [folder, end].find((root) => isInside(root, path)) ?? sep;
    // A link with a harmless name can lead to a protected one, and vice versa.
    if (!isOffLimits(relative(start, path)) && !isOffLimits(relative(end, target))) return undefined;
    reason = "Dot files, node_modules, cron jobs and agent files are off limits. Ask the user to write it.";
  }
  return reason;
}

/**
 * Returns the absolute path, or `undefined` for a path that agents could read in several ways: `~/x`, `$HOME/x`,
 * `file:x`, ` /x`, `a/link/..`.
 */
function wholePath(named: string, cwd: string | undefined): string | undefined {
  const path = cwd !== undefined && /^\w[^:]*$/.test(named) ? `${cwd}/${named}` : named;
  const hasOneReading = isAbsolute(path) && normalize(path) === path && path.trim() === path && !/\p{C}/u.test(path);
  return hasOneReading ? path : undefined;
}

/**
 * Returns the files that the guard depends on. An agent's settings can be a link, so the caller resolves each place.
 */
function protectedPlaces({ home, picoclawConfig }: Settings): string[] {
  const ownFolder = fileURLToPath(new URL("..", import.meta.url));
  return [ownFolder, picoclawConfig, ...AGENT_SETTINGS.map((name) => join(home, name))];
}

function isOffLimits(way: string): boolean {
  return OFF_LIMITS.some((pattern) => pattern.test(folded(way)));
}

/** Returns the same text for all names that a disk may treat as equal: it can ignore case and Unicode composition. */
function folded(path: string): string {
  return path.normalize("NFKC").toLowerCase();
}

function isInside(folder: string, path: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
