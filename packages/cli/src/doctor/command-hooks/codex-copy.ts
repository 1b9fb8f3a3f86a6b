import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse, stringify, type TomlTable } from "smol-toml";
import { realPath } from "../../files/real-path.js";
import { readRegular } from "../../files/regular-file.js";
import { CODEX } from "../../host-config/command-hooks/codex.js";
import { isObject } from "../../host-config/json-objects.js";
import type { Machine } from "./agent.js";

/** What Codex's folder says of hooks, in a folder that Codex may write into. */
export interface CodexCopy extends Disposable {
  /** For Codex: it finds the copy in the place of the user's folders, and nobody on the network. */
  readonly env: NodeJS.ProcessEnv;
  readonly args: readonly string[];
  /** The user's path for one in the copy. */
  original(text: string): string;
  /** Whether a path is in the user's own folder of Codex, where Codex takes it for one of the project. */
  isUsers(path: string): boolean;
}

/** All that decides on hooks. The rest may have it send or start something, such as `otel` and `mcp_servers`. */
const KEPT = ["hooks", "features", "projects", "project_root_markers", "profile", "profiles"];

/** Codex asks GitHub and its own servers as soon as it starts (run): nobody listens on port 9. */
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
  // Git else writes into the project's index when it looks at it.
  GIT_OPTIONAL_LOCKS: "0",
};

/** Copies what Codex reads of hooks. Throws where its config.toml does not parse or cannot be read. */
export function copyForCodex({ env, home }: Machine): CodexCopy {
  const own = ownFolder(env, home);
  const folder = realPath(mkdtempSync(join(tmpdir(), "agent-hook-codex-")));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const copy = join(folder, "codex");
  try {
    for (const path of [copy, join(folder, "home"), join(folder, "tmp")]) mkdirSync(path);
    const [hooks, config] = [join(own, "hooks.json"), join(own, "config.toml")];
    if (existsSync(hooks)) writeFileSync(join(copy, "hooks.json"), readRegular(hooks).bytes);
    if (existsSync(config))
      writeFileSync(join(copy, "config.toml"), copied(readRegular(config).bytes.toString("utf8"), own, copy));
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
    // A project's settings may say other places.
    args: ["sqlite_home", "log_dir"].flatMap((key) => ["-c", `${key}=${JSON.stringify(copy)}`]),
    original: (text) => text.replaceAll(`${copy}/`, `${own}/`),
    isUsers: (path) => owns.some((one) => path.startsWith(one)),
    [Symbol.dispose]: remove,
  };
}

/** As Codex writes it in its keys: without links where it is told by CODEX_HOME, and else as it is (run). */
function ownFolder(env: NodeJS.ProcessEnv, home: string): string {
  const path = dirname(CODEX.places.user("", env, home));
  return env.CODEX_HOME ? realPath(path) : path;
}

function inherited(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(CODEX|GIT|OTEL|XDG)_|_proxy$/i.test(name)));
}

/** Trust goes by the path of the file. */
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
