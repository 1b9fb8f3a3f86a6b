import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse, stringify, type TomlTable } from "smol-toml";
import { realPath } from "../../host-tools/hook-files.js";
import type { TrustQuestion } from "../../host-tools/install.js";
import { isObject } from "../../text/index.js";

/** A copy of Codex's hook settings, in a folder that Codex may write to. */
export interface SettingsCopy extends Disposable {
  /** The environment for Codex: it uses the copy instead of the user's folders and has no network. */
  readonly env: NodeJS.ProcessEnv;
  readonly args: readonly string[];
  /** Replaces paths in the copy with the user's paths. */
  original(text: string): string;
  /**
   * Whether a path is in the user's own Codex folder. While Codex uses the copy, it may treat that folder as that of a
   * project.
   */
  isUsers(path: string): boolean;
}

/**
 * The settings that affect hooks. All others are left out: some, such as `otel` and `mcp_servers`, could send data or
 * start programs.
 */
const KEPT = ["hooks", "features", "projects", "project_root_markers", "profile", "profiles"];

/**
 * A proxy that is not reachable, because nothing listens on port 9. Without it, Codex contacts GitHub and its own
 * servers at startup (observed).
 */
const NOBODY = "http://127.0.0.1:9";
const OFFLINE = {
  ...Object.fromEntries(
    ["http_proxy", "https_proxy", "all_proxy"].flatMap((name) => [
      [name, NOBODY],
      [name.toUpperCase(), NOBODY],
    ]),
  ),
  GIT_ALLOW_PROTOCOL: "none",
  GIT_TERMINAL_PROMPT: "0",
  // Otherwise, Git writes to the project's index when it reads it.
  GIT_OPTIONAL_LOCKS: "0",
};

/** Copies Codex's hook settings. Throws if hooks.json cannot be read, or config.toml cannot be read or parsed. */
export function copySettings({
  machine: { env },
  userFile,
  read,
}: Pick<TrustQuestion, "machine" | "userFile" | "read">): SettingsCopy {
  const own = ownFolder(env, userFile);
  const folder = realPath(mkdtempSync(join(tmpdir(), "agent-hook-codex-")));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const copy = join(folder, "codex");
  try {
    for (const path of [copy, join(folder, "home"), join(folder, "tmp")]) mkdirSync(path);
    const [hooks, config] = [join(own, "hooks.json"), join(own, "config.toml")];
    if (existsSync(hooks)) writeFileSync(join(copy, "hooks.json"), read(hooks));
    if (existsSync(config)) writeFileSync(join(copy, "config.toml"), copied(read(config).toString("utf8"), own, copy));
  } catch (error) {
    remove();
    throw error;
  }
  const owns = [own, realPath(own)].map((path) => `${path}/`);
  return {
    env: {
      ...inherited(env),
      ...OFFLINE,
      HOME: join(folder, "home"),
      TMPDIR: join(folder, "tmp"),
      CODEX_HOME: copy,
    },
    // Override the project's settings, which may name other folders.
    args: ["sqlite_home", "log_dir"].flatMap((key) => ["-c", `${key}=${JSON.stringify(copy)}`]),
    original: (text) => text.replaceAll(`${copy}/`, `${own}/`),
    isUsers: (path) => owns.some((one) => path.startsWith(one)),
    [Symbol.dispose]: remove,
  };
}

/**
 * Returns the user's Codex folder as Codex writes it in the keys of trusted hooks: with links resolved if CODEX_HOME is
 * set, otherwise unchanged (observed).
 */
function ownFolder(env: NodeJS.ProcessEnv, userFile: string): string {
  const path = dirname(userFile);
  return env.CODEX_HOME ? realPath(path) : path;
}

function inherited(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(CODEX|GIT|OTEL|XDG)_|_proxy$/i.test(name)));
}

/** Changes the paths in the keys of trusted hooks: Codex trusts a hook by its file's path. */
function copied(text: string, own: string, copy: string): string {
  const settings = parse(text);
  const kept = Object.fromEntries(KEPT.flatMap((key) => (key in settings ? [[key, settings[key]]] : []))) as TomlTable;
  const { hooks } = kept;
  if (!isObject(hooks) || !isObject(hooks.state)) return stringify(kept);
  const moved = Object.entries(hooks.state).map(([key, state]) => [
    key.startsWith(`${own}/`) ? `${copy}${key.slice(own.length)}` : key,
    state,
  ]);
  return stringify({ ...kept, hooks: { ...hooks, state: Object.fromEntries(moved) } });
}
