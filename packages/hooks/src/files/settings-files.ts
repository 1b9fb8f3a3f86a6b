import { statSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { MACHINES } from "@agent-hook/sdk/internal/machines";
import { isBelow } from "../paths/path-names.js";
import { WINDOWS_SETTINGS_FILES } from "../paths/windows-files.js";
import { IS_WINDOWS } from "../paths/windows-names.js";

const machines = Object.values(MACHINES);

/** Settings of agents that this project does not support. */
const OTHER_AGENTS = ["~/.config/amp", "**/.windsurf/{hooks.json,mcp.json,hooks}"];

/** What configures agents, this hook, git or shells: a change could switch off a guard, or run code without a call. */
export const SETTINGS_FILES: readonly string[] = [
  ...machines.flatMap(({ settings }) => settings).filter((glob) => IS_WINDOWS || !/^[A-Z]:/.test(glob)),
  ...OTHER_AGENTS,
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
  ...(IS_WINDOWS ? WINDOWS_SETTINGS_FILES : []),
];

/** What agents write themselves in these folders. What in it can configure an agent: see `definitions.ts`. */
export const NOT_SETTINGS: readonly string[] = [
  ...machines.flatMap(({ notSettings }) => notSettings),
  "**/node_modules/.{cache,vite,vite-temp,tmp}",
];

/** Returns the settings that the environment moved. */
export function movedSettings(env: NodeJS.ProcessEnv): readonly string[] {
  const moves = machines.flatMap(({ movedBy }) => Object.entries(movedBy));
  return [...moves, ["XDG_CONFIG_HOME", "/amp"] as const]
    .flatMap(([variable, rest]) => (env[variable] === undefined ? [] : `${env[variable]}${rest}`))
    .filter(isAbsolute);
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
