import { execFileSync } from "node:child_process";
import { copyFileSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { fakeHookSource, folder, program } from "../config-folder.js";
import { MANIFEST, NOT_MOVED } from "../doctor/agents.js";
import { agentHook } from "../run-command.js";

/** How a package manager or version manager installs Node: paths in the home folder. */
interface Layout {
  /** The file of a version. */
  readonly file: (version: string) => string;
  /** Links to a version's file or folder, and where they are. An upgrade changes them. */
  readonly links?: (version: string) => Readonly<Record<string, string>>;
  /** A program that starts the current version, as shims do. */
  readonly shim?: string;
  /** The folder on the PATH of a terminal. */
  readonly path: (version: string) => string;
  /** What a config names: `undefined` for the file of the version. */
  readonly written?: string;
}

const LAYOUTS: Readonly<Record<string, Layout>> = {
  Homebrew: {
    file: (version) => `brew/Cellar/node/${version}/bin/node`,
    links: (version) => ({ "brew/bin/node": `brew/Cellar/node/${version}/bin/node` }),
    path: () => "brew/bin",
    written: "brew/bin/node",
  },
  "Homebrew, keg-only": {
    file: (version) => `brew/Cellar/node@20/${version}/bin/node`,
    links: (version) => ({ "brew/opt/node@20": `brew/Cellar/node@20/${version}` }),
    path: () => "brew/opt/node@20/bin",
    written: "brew/opt/node@20/bin/node",
  },
  Volta: {
    file: (version) => `.volta/tools/image/node/${version}/bin/node`,
    shim: ".volta/bin/node",
    path: () => ".volta/bin",
  },
  "mise, activated": {
    file: (version) => `.local/share/mise/installs/node/${version}/bin/node`,
    path: (version) => `.local/share/mise/installs/node/${version}/bin`,
  },
  "mise, a version by its first part": {
    file: (version) => `.local/share/mise/installs/node/${version}/bin/node`,
    links: (version) => ({
      ".local/share/mise/installs/node/20": `.local/share/mise/installs/node/${version}`,
    }),
    path: () => ".local/share/mise/installs/node/20/bin",
    written: ".local/share/mise/installs/node/20/bin/node",
  },
  "mise, with shims": {
    file: (version) => `.local/share/mise/installs/node/${version}/bin/node`,
    shim: ".local/share/mise/shims/node",
    path: () => ".local/share/mise/shims",
  },
  asdf: {
    file: (version) => `.asdf/installs/nodejs/${version}/bin/node`,
    shim: ".asdf/shims/node",
    path: () => ".asdf/shims",
  },
  nvm: {
    file: (version) => `.nvm/versions/node/v${version}/bin/node`,
    path: (version) => `.nvm/versions/node/v${version}/bin`,
  },
  fnm: {
    file: (version) => `.local/share/fnm/node-versions/v${version}/installation/bin/node`,
    links: (version) => ({
      ".local/state/fnm_multishells/1_2": `.local/share/fnm/node-versions/v${version}/installation`,
    }),
    path: () => ".local/state/fnm_multishells/1_2/bin",
  },
};

/** Copies Node, without using space if possible. */
function installNode(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  try {
    linkSync(realpathSync(process.execPath), path);
  } catch {
    copyFileSync(process.execPath, path);
  }
}

/** Installs a version as a layout has it. */
function install(home: string, { file, links, shim }: Layout, version: string): void {
  installNode(join(home, file(version)));
  for (const [link, target] of Object.entries(links?.(version) ?? {})) {
    mkdirSync(dirname(join(home, link)), { recursive: true });
    rmSync(join(home, link), { force: true });
    symlinkSync(join(home, target), join(home, link));
  }
  if (shim !== undefined) program(join(home, shim), `#!/bin/sh\nexec '${join(home, file(version))}' "$@"\n`);
}

/** Returns what Claude Code reads from the command of its hook for a shell call. */
function answer(home: string, PATH: string): string {
  const settings = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8"));
  const { command } = settings.hooks.PreToolUse[0].hooks[0];
  const input = JSON.stringify({
    ...{ session_id: "s", transcript_path: "/t", cwd: home, hook_event_name: "PreToolUse" },
    ...{ tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "1" },
  });
  return execFileSync("/bin/sh", ["-c", command], { input, cwd: folder(), env: { HOME: home, PATH } }).toString();
}

describe.skipIf(process.platform === "win32").each(Object.entries(LAYOUTS))("Node by %s", (_, layout) => {
  const installed = (version: string) => {
    const home = folder();
    const cwd = join(home, "project");
    mkdirSync(cwd);
    install(home, layout, version);
    const PATH = join(home, layout.path(version));
    const run = (args: readonly string[], path = PATH) =>
      agentHook(args, { cwd, env: { ...NOT_MOVED, HOME: home, XDG_CONFIG_HOME: "", PATH: path } });
    return { home, run, PATH };
  };

  test("its upgrade denies nothing, in a terminal or an agent started from the desktop", async () => {
    const { home, run } = installed("20.1.0");
    const hook = program(join(home, "guard.cjs"), fakeHookSource(MANIFEST));
    const { code, stderr } = await run(["config", "claude-code", "--write", "--yes", "--", "node", hook]);
    expect(code, stderr).toBe(0);
    const written = join(home, layout.written ?? layout.file("20.1.0"));
    expect(readFileSync(join(home, ".claude/settings.json"), "utf8")).toContain(`'${written}'`);
    expect(answer(home, folder())).toBe("");

    install(home, layout, "20.2.0");
    rmSync(join(home, layout.file("20.1.0")));
    expect(answer(home, join(home, layout.path("20.2.0")))).toBe("");
    expect(answer(home, folder())).toBe("");
    const report = JSON.parse(
      (await run(["doctor", "claude-code", "--json"], join(home, layout.path("20.2.0")))).stdout,
    );
    const ids = JSON.stringify(report);
    expect(ids.includes("node-gone")).toBe(layout.written === undefined);
    expect(ids).not.toContain("program-missing");
  });
});
