import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HostPlaces, McpServer } from "../../host-tools/config-format.js";
import { foldersFromRepositoryRoot, type HookFile, type Machine, type ReadFile } from "../../host-tools/hook-files.js";
import type { EventListsInstall } from "../../host-tools/install.js";
import {
  type EntryFinding,
  type InstallFinding,
  type StartedEntry,
  switchFindings,
} from "../../host-tools/install-findings.js";
import { variableFindings, variablesIn } from "../../host-tools/switch-variables.js";
import { quoted } from "../../host-tools/words.js";
import { CONFIG_SCHEMA } from "./config-schema.js";
import { SKILL_COMMAND } from "./events.js";
import { mod } from "./mod/plugin.js";
import { MATCHERS } from "./tool-kinds.js";

/** Switches on the bare mode, in which Claude Code calls no hook, also no callback of the Claude Agent SDK. */
export const BARE = "CLAUDE_CODE_SIMPLE";

const places: HostPlaces = {
  user: (_, { CLAUDE_CONFIG_DIR }, home) => join(CLAUDE_CONFIG_DIR || join(home, ".claude"), "settings.json"),
  locationVariable: "CLAUDE_CONFIG_DIR",
  project: () => join(".claude", "settings.json"),
  projectVariable: "CLAUDE_PROJECT_DIR",
  projectNote:
    "Claude Code only reads it in that folder, and with -p it does not ask whether to trust the folder. Copilot CLI also runs it if it trusts the folder, and denies what the hook cannot answer there.",
  // Observed in its terminal.
  sessionNote: "Sessions of Claude Code that are open use it within seconds.",
};

/** Claude Code's `settings.json`. */
export const install: EventListsInstall = {
  kind: "event-lists",
  places,
  rejectsJson: ["comments", "trailing commas"],
  configSchema: CONFIG_SCHEMA,
  grouped: true,
  // An entry has no field for a name. The name is in `statusMessage`, which Claude Code shows while the hook runs.
  keys: { name: "statusMessage", command: "command" },
  // With `onFailure`, the tool does not run even if every shell was killed or the hook exceeded its limit (observed).
  otherFields: ({ mode, timeout }) => ({
    type: "command",
    timeout,
    ...(mode === "block" ? { onFailure: "block" } : {}),
  }),
  optInEvents: {
    WorktreeCreate: "if a hook handles this event, the hook must create the worktree instead of Claude Code",
  },
  whySwitchedOff: ({ disableAllHooks }) =>
    disableAllHooks === true ? "disableAllHooks is true, so Claude Code starts no hooks: remove it first" : undefined,
  mcpTool: {
    failClosedEvents: ["PreToolUse"],
    // Claude Code calls the project's server even with `-p`, without asking the user (observed).
    projectServers: ".mcp.json",
    failOpenText: "shows the unchanged result if a hook of type mcp_tool fails after the tool",
    validName: /^[\w-]+$/,
    add: (name, server) => `add it: ${add(name, server)}`,
  },
  tools: (name, server) => ({
    note: `Claude Code gets the tools of "${name}" over MCP; add them: ${add(name, server)}`,
  }),
  program: "claude",
  folders: [".claude"],
  defaultTimeout: 600,
  matchers: MATCHERS,
  mod,
  limit: { key: "timeout", perSecond: 1 },
  shellLines: {
    // Claude Code reads them in the folder where it was started, not below it (observed).
    folders: ({ env, home, folder }) =>
      [dirname(places.user("", env, home)), join(folder, ".claude")].flatMap((at) =>
        ["skills", "commands"].map((name) => join(at, name)),
      ),
    file: /\.md$/,
    // Also in the code of a text (observed).
    line: /(?:^|\s)!`[^`]+`|^```!\s*$/m,
    form: "!`command`",
    event: SKILL_COMMAND,
  },
  files,
  // One `disableAllHooks` in any of the files is enough. Managed hooks still run (observed).
  skipped: (read, machine) => [
    ...switchFindings(install, read),
    ...switchVariables(read, machine),
    ...managedFindings(read),
  ],
  ownFindings: (entry) => [...failureFound(entry), ...shellFound(entry)],
};

function add(name: string, { command, args }: McpServer): string {
  return `claude mcp add --scope user ${name} -- ${[command, ...args].map(quoted).join(" ")}`;
}

/** A repository's local settings apply in all its folders, its shared settings only in their own folder (observed). */
function files({ env, home, folder, platform }: Machine): HookFile[] {
  const project = join(folder, places.project(""));
  const [top] = foldersFromRepositoryRoot(folder);
  const locals = [...new Set([top, folder])].map((one) => join(one, ".claude", "settings.local.json"));
  return [
    ...managedFiles(env, platform).map((path): HookFile => ({ path, scope: "managed" })),
    { path: places.user("", env, home), scope: "user" },
    { path: project, scope: "project" },
    ...locals.map((path): HookFile => ({ path, scope: "project" })),
  ];
}

/** The folder of more managed files counts only next to the usual file (observed). */
function managedFiles({ CLAUDE_CODE_MANAGED_SETTINGS_PATH: path }: NodeJS.ProcessEnv, platform: string): string[] {
  if (path) return [path];
  const folder = platform === "darwin" ? "/Library/Application Support/ClaudeCode" : "/etc/claude-code";
  const more = join(folder, "managed-settings.d");
  const names = existsSync(more) ? readdirSync(more).filter((name) => name.endsWith(".json")) : [];
  return [join(folder, "managed-settings.json"), ...names.map((name) => join(more, name))];
}

/** Its settings precede its environment, except those of a project, which cannot set these variables (observed). */
function switchVariables(read: readonly ReadFile[], { env }: Machine): InstallFinding[] {
  const sources = [...variablesIn(read.filter(({ scope }) => scope !== "project")), { env }];
  return variableFindings("Claude Code", [BARE, "CLAUDE_CODE_SAFE_MODE"], sources);
}

/** `allowManagedHooksOnly` only has an effect in the managed settings (observed). */
function managedFindings(read: readonly ReadFile[]): InstallFinding[] {
  const managed = read.find(({ scope, value }) => scope === "managed" && value.allowManagedHooksOnly === true);
  const others = read.some(({ scope, value }) => scope !== "managed" && value.hooks !== undefined);
  if (managed === undefined || !others) return [];
  const what = `${managed.path}: allowManagedHooksOnly is true, so Claude Code silently ignores hooks in other files`;
  return [["switched-off", what, "ask this machine's administrator to add the hook to that file"]];
}

function failureFound({ launched, raw, timeout }: StartedEntry): EntryFinding[] {
  if (launched?.mode !== "block" || raw.onFailure === "block") return [];
  const what = `without onFailure "block", a tool runs if every shell was killed, or after ${timeout} s`;
  return [["no-on-failure", what]];
}

/** With `args`, Claude Code treats the whole command as the name of a program and starts no shell. */
function shellFound({ launched, raw }: StartedEntry): EntryFinding[] {
  if (launched === undefined) return [];
  const fix = "remove it from the entry";
  if (raw.args !== undefined) {
    return [["no-shell", "it has args, so Claude Code starts no shell for the command: the hook never runs", fix]];
  }
  return raw.shell === "powershell"
    ? [["no-shell", 'shell is "powershell", which cannot run the launcher: the hook never runs', fix]]
    : [];
}
