import { existsSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../../command-error.js";
import { readConfigFile } from "../../config/config-file.js";
import { json } from "../../config/json/json.js";
import { CLAUDE_CODE } from "../../host-config/command-hooks/claude-code.js";
import { objectAt } from "../../host-config/json-objects.js";
import { type Finding, finding } from "../findings/catalogue.js";
import type { Found } from "../launched/entry-findings.js";
import type { CommandHookAgent, Entry, HookFile, Machine, ReadFile } from "./agent.js";
import { foldersFromTop } from "./repository.js";
import { switchFindings } from "./switches.js";

export const claudeCode: CommandHookAgent = {
  name: CLAUDE_CODE.name,
  title: CLAUDE_CODE.title,
  host: CLAUDE_CODE,
  program: "claude",
  defaultTimeout: 600,
  limit: { key: "timeout", perSecond: 1 },
  files,
  // One switch is enough, in any of the files. Managed hooks still run (observed).
  skipped: (read) => [...switchFindings(CLAUDE_CODE, read), ...managedFindings(read)],
  serverFound,
  found: (entry) => [...failureFound(entry), ...shellFound(entry)],
};

/** A repository's local settings apply in all its folders, its shared settings only in their own folder (observed). */
function files({ env, home, folder, platform }: Machine): HookFile[] {
  const project = join(folder, CLAUDE_CODE.places.project(""));
  const [top] = foldersFromTop(folder);
  const locals = [...new Set([top, folder])].map((one) => join(one, ".claude", "settings.local.json"));
  return [
    { path: managedFile(env, platform), scope: "managed" },
    { path: CLAUDE_CODE.places.user("", env, home), scope: "user" },
    { path: project, scope: "project" },
    ...locals.map((path): HookFile => ({ path, scope: "project" })),
  ];
}

function managedFile({ CLAUDE_CODE_MANAGED_SETTINGS_PATH: path }: NodeJS.ProcessEnv, platform: string): string {
  const folder = platform === "darwin" ? "/Library/Application Support/ClaudeCode" : "/etc/claude-code";
  return path || join(folder, "managed-settings.json");
}

/** `allowManagedHooksOnly` only has an effect in the managed settings (observed). */
function managedFindings(read: readonly ReadFile[]): Finding[] {
  const managed = read.find(({ scope, value }) => scope === "managed" && value.allowManagedHooksOnly === true);
  const others = read.some(({ scope, value }) => scope !== "managed" && value.hooks !== undefined);
  if (managed === undefined || !others) return [];
  const what = `${managed.path}: allowManagedHooksOnly is true, so Claude Code silently ignores hooks in other files`;
  return [finding("switched-off", what, "ask this machine's administrator to add the hook to that file")];
}

/** A project's server replaces the user's server of the same name, with `-p` even without asking (observed). */
function serverFound(server: string, { folder }: Machine): Found[] {
  const path = join(folder, ".mcp.json");
  if (!hasServer(path, server)) return [];
  const what = `${path} has a server "${server}", which Claude Code calls in that folder instead of the user's`;
  return [["other-server", what, "remove it from that file, or rename the hook"]];
}

function hasServer(path: string, server: string): boolean {
  if (!existsSync(path)) return false;
  try {
    return objectAt(readConfigFile(path, json).value, ["mcpServers", server]) !== undefined;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

function failureFound({ launched, raw, timeout }: Entry): Found[] {
  if (launched?.mode !== "block" || raw.onFailure === "block") return [];
  const what = `without onFailure "block", a tool runs if every shell was killed, or after ${timeout} s`;
  return [["no-on-failure", what]];
}

/** With `args`, Claude Code takes the whole command for the name of a program and starts no shell. */
function shellFound({ launched, raw }: Entry): Found[] {
  if (launched === undefined) return [];
  const fix = "remove it from the entry";
  if (raw.args !== undefined) {
    return [["no-shell", "it has args, so Claude Code starts no shell for the command: the hook never runs", fix]];
  }
  return raw.shell === "powershell"
    ? [["no-shell", 'shell is "powershell", which cannot run the launcher: the hook never runs', fix]]
    : [];
}
