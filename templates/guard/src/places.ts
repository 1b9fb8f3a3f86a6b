import { isAbsolute, join, normalize, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { destinationOf } from "./destination.js";
import { isPerProcess } from "./per-process.js";
import type { Settings } from "./settings.js";

/** Where agents are told which hooks to run, from the user's home on. In projects these names begin with a dot. */
const AGENT_SETTINGS = [
  ...[".claude", ".claude.json", ".claude/settings.json", ".claude/settings.local.json"],
  ...[".codex", ".codex/config.toml", ".codex/hooks.json"],
  ...[".gemini", ".gemini/settings.json"],
  ...[".copilot", ".copilot/config.json", ".copilot/settings.json", ".copilot/hooks"],
  ...[".cagent", ".config/cagent", "Library/Application Support/cagent"],
];

/** Never written, wherever the agent may write. */
const OFF_LIMITS = [
  // Dot files steer agents, git and shells.
  /(^|\/)\./,
  // Hooks run the code in there.
  /(^|\/)node_modules(\/|$)/,
  // PicoClaw runs its commands and asks no hook.
  /(^|\/)cron\/jobs\.json$/,
  // docker-agent's settings, hooks among them.
  /(^|\/)(docker-|c)?agent\.(ya?ml|hcl)$/,
];

/**
 * Why the agent may not write to a file, in words for the model; `undefined` if it may. `cwd` is the folder that the
 * host takes relative paths from, where it says so.
 */
export async function objectionTo(named: string, cwd: unknown, settings: Settings): Promise<string | undefined> {
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
  let objection = `Only files in ${settings.folders.join(" and ")} may be written.`;
  for (const folder of settings.folders) {
    const end = await destinationOf(folder);
    if (end === undefined || !isInside(end, target)) continue;
    const start = [folder, end].find((root) => isInside(root, path)) ?? sep;
    // A link can have a harmless name and lead to another one, or the other way round.
    if (!isOffLimits(relative(start, path)) && !isOffLimits(relative(end, target))) return undefined;
    objection = "Dot files, node_modules, cron jobs and agent files are off limits. Ask the user to write it.";
  }
  return objection;
}

/** `undefined` for what agents could read in more than one way: `~/x`, `$HOME/x`, `file:x`, ` /x`, `a/link/..`. */
function wholePath(named: string, cwd: unknown): string | undefined {
  const path = typeof cwd === "string" && /^\w[^:]*$/.test(named) ? `${cwd}/${named}` : named;
  const hasOneReading = isAbsolute(path) && normalize(path) === path && path.trim() === path && !/\p{C}/u.test(path);
  return hasOneReading ? path : undefined;
}

/** What the guard depends on. An agent's settings can be a link to anywhere, so each place is followed to its end. */
function protectedPlaces({ home, picoclawConfig }: Settings): string[] {
  const ownFolder = fileURLToPath(new URL("..", import.meta.url));
  return [ownFolder, picoclawConfig, ...AGENT_SETTINGS.map((name) => join(home, name))];
}

function isOffLimits(way: string): boolean {
  return OFF_LIMITS.some((pattern) => pattern.test(folded(way)));
}

/** One spelling of all that a disk may take for the same name: it can ignore case and how a letter is composed. */
function folded(path: string): string {
  return path.normalize("NFKC").toLowerCase();
}

function isInside(folder: string, path: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
