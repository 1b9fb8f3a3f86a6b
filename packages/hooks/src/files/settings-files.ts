import { statSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isBelow } from "../paths/path-names.js";

/** Files and folders in a user's home that configure agents and their hooks. */
export const AGENT_SETTINGS: readonly string[] = [
  ...[".claude", ".claude.json", ".claude/settings.json", ".claude/settings.local.json"],
  ...[".codex", ".codex/config.toml", ".codex/hooks.json"],
  ...[".gemini", ".gemini/settings.json"],
  ...[".qwen", ".qwen/settings.json"],
  ...[".factory", ".factory/hooks.json", ".factory/settings.json"],
  ...[".kimi-code", ".kimi-code/config.toml", ".kimi-code/mcp.json"],
  ...[".cline", ".cline/hooks", ".cline/data/settings", "Documents/Cline/Hooks"],
  ...[".copilot", ".copilot/config.json", ".copilot/settings.json", ".copilot/hooks"],
  ...[".cagent", ".config/cagent", "Library/Application Support/cagent"],
];

/** What configures agents, this hook, git or shells: a change could switch off a guard, or run code without a call. */
export const SETTINGS_FILES: readonly string[] = [
  ...AGENT_SETTINGS.map((name) => `~/${name}`),
  "~/.picoclaw/{config.json,.security.yml,auth.json,cron}",
  "~/.config/{opencode,goose,amp}",
  // In projects.
  "**/.{claude,codex,gemini,qwen,factory,copilot,cline,clinerules,cagent}/{*.*,hooks,plugins,extensions,policies,rules.d}",
  "**/.mcp.json",
  "**/.github/{hooks,copilot}",
  "**/.{cursor,windsurf}/{hooks.json,mcp.json,hooks}",
  "**/.opencode/{plugin,plugins,tool,tools}",
  "**/opencode.{json,jsonc}",
  // docker-agent's settings, which can contain hooks.
  "**/{agent,cagent,docker-agent}.{yaml,yml,hcl}",
  // PicoClaw runs the commands in it without calling a hook.
  "**/cron/jobs.json",
  // Managed settings.
  "/etc/{claude-code,codex,gemini-cli,qwen-code}",
  "/Library/Application Support/{ClaudeCode,Codex,GeminiCli,QwenCode}",
  // This hook, its policy and the modules that it runs.
  "**/agent-hook.{yaml,yml,json}",
  "**/.agent-hook",
  "~/.config/agent-hook",
  // What agent-hook remembers: answers of people, counters, checkpoints and the log of decisions.
  "~/.local/state/agent-hook",
  "**/node_modules/*/**/*",
  "**/node_modules/.package-lock.json",
  // Git runs code that these files name. The other files in `.git`, such as index.lock, change when the agent works.
  "**/.git/{hooks,config,config.worktree,info}",
  "**/.git/{modules,worktrees}/**/{hooks,config,config.worktree}",
  "~/.{gitconfig,config/git}",
  // Shells and the system run code from these files.
  "~/.{profile,bashrc,bash_profile,bash_login,bash_logout,bash_aliases,zshrc,zshenv,zprofile,zlogin,zlogout,zsh_aliases}",
  "~/.{kshrc,mkshrc,cshrc,tcshrc,login,logout,inputrc,pam_environment,xprofile,xinitrc,xsessionrc,Xresources}",
  "~/.config/{fish,zsh,bash,environment.d,autostart,systemd,direnv}",
  "~/.oh-my-zsh",
  // Who may log in, and which programs ssh starts.
  "~/.ssh",
  "~/Library/{LaunchAgents,LaunchDaemons}",
  "/Library/{LaunchAgents,LaunchDaemons}",
  "/etc/{profile,profile.d,bash.bashrc,bashrc,zsh,zshrc,zshenv,zprofile,fish,environment,crontab,anacrontab,at.allow}",
  "/etc/{cron.d,cron.hourly,cron.daily,cron.weekly,cron.monthly,systemd,init.d,rc.local,ld.so.preload,ld.so.conf}",
  "/etc/{passwd,group,pam.d,ssh,gitconfig,hosts,ld.so.conf.d,launchd.conf}",
  "/var/spool/{cron,at}",
  "/usr/lib/cron",
];

/** What agents write themselves in these folders. What in it can configure an agent: see `definitions.ts`. */
export const NOT_SETTINGS: readonly string[] = [
  "~/.claude/{agents,commands,skills,rules,plans,projects,todos,output-styles}",
  "~/.codex/{prompts,skills,memories}",
  "~/.{gemini,qwen}/{commands,tmp,agents,skills}",
  "~/.copilot/session-state",
  "~/.factory/{commands,droids,skills,specs,sessions}",
  "~/.kimi-code/{bin,logs,sessions,skills}",
  "~/.agents/skills",
  "~/.cline/{rules,skills,workflows,worktrees,data/{logs,sessions,tasks}}",
  "**/.clinerules/*.md",
  "**/.{claude,codex,gemini,qwen,factory,copilot}/*.md",
  "**/node_modules/.{cache,vite,vite-temp,tmp}",
];

/** The variables with which people move their agents' settings: folders and files that hold nothing else. */
const MOVED = [
  ...["CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "QWEN_HOME"],
  ...["KIMI_CODE_HOME", "CLINE_DIR", "OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR", "PICOCLAW_CONFIG"],
  ...["CLAUDE_CODE_MANAGED_SETTINGS_PATH"],
  ...["GEMINI_CLI_SYSTEM_SETTINGS_PATH", "QWEN_CODE_SYSTEM_SETTINGS_PATH"],
];

/** Returns the settings that the environment moved. */
export function movedSettings(env: NodeJS.ProcessEnv): readonly string[] {
  const inFolders = [
    ...(env.GEMINI_CLI_HOME === undefined ? [] : [`${env.GEMINI_CLI_HOME}/.gemini`]),
    ...(env.FACTORY_HOME_OVERRIDE === undefined ? [] : [`${env.FACTORY_HOME_OVERRIDE}/.factory`]),
    ...(env.XDG_CONFIG_HOME === undefined ? [] : [`${env.XDG_CONFIG_HOME}/{opencode,goose,amp}`]),
    ...(env.PICOCLAW_HOME === undefined ? [] : [`${env.PICOCLAW_HOME}/{config.json,.security.yml,auth.json}`]),
  ];
  return [...MOVED.flatMap((name) => env[name] ?? []), ...inFolders].filter(isAbsolute);
}

/**
 * Returns where the environment moved what agent-hook remembers. It is neither read nor written, except that the log of
 * decisions may be read if it is in the usual place.
 */
export function movedState(env: NodeJS.ProcessEnv): readonly string[] {
  const { XDG_STATE_HOME = "", AGENT_HOOK_STORE = "" } = env;
  const store = /^file:(?:\/\/(?=\/))?(\/.*)$/s.exec(AGENT_HOOK_STORE)?.[1];
  return [
    ...(isAbsolute(XDG_STATE_HOME) ? [`${XDG_STATE_HOME}/agent-hook`] : []),
    ...(store === undefined ? [] : [store, `${store}-wal`, `${store}-shm`]),
  ];
}

/**
 * Returns the files that this hook runs from: each file on its command line, and the folders of its main file, of this
 * module and of the modules that a policy imports. A folder around the project stays writable, and only the file itself
 * is protected.
 */
export function hookFiles(
  argv: readonly string[],
  imported: readonly string[],
  project: string | undefined,
): readonly string[] {
  const [main, ...others] = argv.slice(1).flatMap((name) => (isFile(name) ? [resolve(name)] : []));
  const code = [...(main === undefined ? [] : [main]), ...imported, fileURLToPath(import.meta.url)];
  const folders = code.map((file) => {
    const folder = dirname(file);
    return dirname(folder) === folder || project === undefined || isBelow(folder, project) ? file : folder;
  });
  return [...folders, ...others];
}

function isFile(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isFile() === true;
}
