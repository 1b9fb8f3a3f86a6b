import { mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, test } from "vitest";
import { hook } from "../src/hook.js";
import { whyNotWritable } from "../src/places.js";
import { makeHome } from "./home.js";

const OWN_FOLDER = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

type Env = Record<string, string>;

/** Returns "approved", or the reason of the denial. */
async function decisionOn(args: Record<string, unknown>, env: Env, tool = "write_file"): Promise<string> {
  const outcome = await createTestHost(hook, { env, time: "manual" }).tool({ tool, arguments: args });
  // A failed hook denies too, but here each denial must be a decision.
  expect(outcome.failures).toEqual([]);
  return outcome.ran ? "approved" : (outcome.reason ?? "");
}

const write = (path: unknown, env: Env) => decisionOn({ path, content: "x" }, env);

describe("in the allowed folders", () => {
  test.each(["notes/today.txt", "notes/new.txt", "new/deep/er.txt", "a..b.txt", "cron/notes.txt"])(
    "%s is approved",
    async (name) => {
      const { path: HOME, workspace } = makeHome();
      expect(await write(`${workspace}/${name}`, { HOME })).toBe("approved");
    },
  );

  test("edit_file and append_file follow the same rules as write_file", async () => {
    const { path: HOME, workspace } = makeHome();
    const edit = { path: `${workspace}/notes/today.txt`, old_text: "a", new_text: "b" };
    expect(await decisionOn(edit, { HOME }, "edit_file")).toBe("approved");
    expect(await decisionOn({ ...edit, path: `${HOME}/.bashrc` }, { HOME }, "edit_file")).toContain("Only files in");
    expect(await decisionOn({ path: `${HOME}/.bashrc`, content: "x" }, { HOME }, "append_file")).toContain(
      "Only files in",
    );
  });

  test("links between places in a folder are followed", async () => {
    const home = makeHome();
    home.link(".picoclaw/workspace/today", join(home.workspace, "notes"));
    expect(await write(`${home.workspace}/today/x.txt`, { HOME: home.path })).toBe("approved");
  });

  test("a folder may be a link, and both of its names work", async () => {
    const home = makeHome();
    const env = { HOME: home.path, GUARD_FOLDERS: home.link(".links/work", home.workspace) };
    expect(await write(`${home.path}/.links/work/x.txt`, env)).toBe("approved");
    expect(await write(`${home.workspace}/x.txt`, env)).toBe("approved");
  });

  test("the innermost folder decides", async () => {
    const { path: HOME, workspace } = makeHome();
    expect(await write(`${workspace}/x.txt`, { HOME, GUARD_FOLDERS: HOME })).toContain("Dot files");
    expect(await write(`${workspace}/x.txt`, { HOME, GUARD_FOLDERS: `${HOME}:${workspace}` })).toBe("approved");
  });

  test("PicoClaw's workspace is found if PicoClaw was moved", async () => {
    const { path: HOME } = makeHome();
    const env = { HOME, PICOCLAW_HOME: `${HOME}/moved` };
    expect(await write(`${HOME}/moved/workspace/x.txt`, env)).toBe("approved");
    expect(await write(`${HOME}/.picoclaw/workspace/x.txt`, env)).toContain("Only files in");
  });
});

describe("elsewhere", () => {
  test.each([
    ["a file of the user", "notes.txt"],
    ["a folder whose name begins like an allowed one", ".picoclaw/workspace-of-another/x.txt"],
    ["PicoClaw's settings", ".picoclaw/config.json"],
    ["a file of the shell", ".bashrc"],
    ["a key", ".ssh/authorized_keys"],
  ])("%s is denied", async (_, name) => {
    const { path: HOME, workspace } = makeHome();
    expect(await write(`${HOME}/${name}`, { HOME })).toMatch(
      new RegExp(`^(Only files in ${workspace} may be written\\.|The guard's own files)`),
    );
  });

  test("a link that leads outside is denied, to a file, to a folder, and to a missing target", async () => {
    const home = makeHome();
    const env = { HOME: home.path };
    home.link(".picoclaw/workspace/file.txt", home.file("outside.txt"));
    home.link(".picoclaw/workspace/folder", home.path);
    for (const name of ["file.txt", "folder/x.txt", "folder/new/x.txt"]) {
      expect(await write(`${home.workspace}/${name}`, env)).toContain("Only files in");
    }
  });

  test("a link that cannot be followed is denied: a write could create its target", async () => {
    const home = makeHome();
    const env = { HOME: home.path };
    home.link(".picoclaw/workspace/dangling", join(home.path, "not-yet.txt"));
    home.link(".picoclaw/workspace/loop", "loop");
    for (const name of ["dangling", "dangling/x.txt", "loop", "loop/x.txt", "notes/today.txt/x.txt"]) {
      expect(await write(`${home.workspace}/${name}`, env)).toContain("cannot be followed");
    }
  });
});

describe("an ambiguous path is denied", () => {
  test.each([
    ["a relative path", () => "notes/today.txt"],
    ["a relative path with a dot", () => "./x.txt"],
    ["a home that the shell would fill in", () => "~/x.txt"],
    ["a URL", (folder: string) => `file://${folder}/x.txt`],
    ["nothing", () => ""],
    ["a way back", (folder: string) => `${folder}/notes/../x.txt`],
    ["a way back out", (folder: string) => `${folder}/../config.json`],
    ["a dot on the way", (folder: string) => `${folder}/./x.txt`],
    ["two slashes", (folder: string) => `/${folder}/x.txt`],
    ["a zero byte", (folder: string) => `${folder}/x.txt\0.png`],
    ["an invisible character", (folder: string) => `${folder}/.cla\u200dude/settings.json`],
    ["a line break", (folder: string) => `${folder}/x\n.txt`],
    ["half a character", (folder: string) => `${folder}/x\ud800.txt`],
  ])("%s", async (_, path) => {
    const { path: HOME, workspace } = makeHome();
    expect(await write(path(workspace), { HOME })).toContain("Write the whole path");
  });

  test.each([
    ["a space at its beginning", (folder: string) => ` ${folder}/x.txt`],
    ["a space at its end", (folder: string) => `${folder}/agent.yaml `],
    ["a list as text", (folder: string) => `["${folder}/x.txt"]`],
  ])("%s", async (_, path) => {
    const { path: HOME, workspace } = makeHome();
    expect(await write(path(workspace), { HOME })).toContain("Write the whole path");
  });

  test.each(["~/x.txt", "$HOME/x.txt", "@x.txt", "file:x.txt", " /etc/passwd", "-x", "a/../b", "a//b", ""])(
    "%j, if the host says what it is relative to",
    async (path) => {
      const { path: home, workspace } = makeHome();
      const settings = { home, folders: [workspace], picoclawConfig: `${home}/.picoclaw/config.json` };
      expect(await whyNotWritable(path, workspace, settings)).toContain("Write the whole path");
      expect(await whyNotWritable("x.txt", workspace, settings)).toBeUndefined();
    },
  );
});

describe.skipIf(process.platform !== "linux")("a path through a place that differs for each process is denied", () => {
  const OTHERWISE = "This path leads through /proc or /dev/fd, where each process finds other files.";

  test.each([
    ["its working folder", "/proc/self/cwd/x.txt"],
    ["its root", (folder: string) => `/proc/self/root${folder}/x.txt`],
    ["its root, by number", (folder: string) => `/proc/${process.pid}/root${folder}/x.txt`],
    ["its thread", "/proc/thread-self/cwd/x.txt"],
    ["another case of letters", "/PROC/self/cwd/x.txt"],
    ["its open files", "/dev/fd/0/x.txt"],
    ["its output", "/dev/stdout"],
  ])("%s", async (_, path) => {
    const { path: HOME, workspace } = makeHome();
    const env = { HOME, GUARD_FOLDERS: `${workspace}:/` };
    const answer = await write(typeof path === "string" ? path : path(workspace), env);
    // Which descriptors are open depends on how the tests were started, so either of two reasons is right.
    if (typeof path === "string" && path.startsWith("/dev/")) expect(answer).toContain("This path leads through");
    else expect(answer).toContain(OTHERWISE);
  });

  test("also through a link, and through a link to that link", async () => {
    const home = makeHome();
    const env = { HOME: home.path, GUARD_FOLDERS: `${home.workspace}:${process.cwd()}` };
    home.link(".picoclaw/workspace/here", "/proc/self/cwd");
    home.link(".picoclaw/workspace/again", "notes/../here");
    home.link(".picoclaw/workspace/back", `${"../".repeat(home.workspace.split("/").length - 1)}proc/self/cwd`);
    for (const name of ["here/x.txt", "again/x.txt", "back/x.txt", "here/new/x.txt"]) {
      expect(await write(`${home.workspace}/${name}`, env)).toContain(OTHERWISE);
    }
  });
});

describe("a path that is not in Unicode form NFC is denied", () => {
  test.each([
    ["letters and their marks apart", "re\u0301sume\u0301.txt"],
    ["a letter of another name", "\u212bngstro\u0308m.txt"],
  ])("%s", async (_, name) => {
    const { path: HOME, workspace } = makeHome();
    expect(await write(`${workspace}/${name}`, { HOME })).toContain("composed Unicode letters (NFC)");
    expect(await write(`${workspace}/${name.normalize("NFC")}`, { HOME })).toBe("approved");
  });
});

describe("every path in a call is checked", () => {
  test.each([
    ["of a list", (path: string) => ({ path: [path, "/etc/passwd"] })],
    ["by another name", (path: string) => ({ path, target: "/etc/passwd" })],
    ["in another case of letters", (path: string) => ({ path, Path: "/etc/passwd" })],
    ["inside an object", (path: string) => ({ path, options: { file_path: "/etc/passwd" } })],
  ])("a second one %s", async (_, args) => {
    const { path: HOME, workspace } = makeHome();
    expect(await decisionOn({ ...args(`${workspace}/x.txt`), content: "x" }, { HOME })).toContain("Only files in");
  });

  test.each([
    ["no path", { content: "x" }],
    ["a number", { path: 7, content: "x" }],
    ["an empty list", { path: [], content: "x" }],
  ])("%s counts as no path", async (_, args) => {
    expect(await decisionOn(args, { HOME: makeHome().path })).toContain("This call names no file.");
  });
});

describe("off limits, even in an allowed folder", () => {
  const OFF_LIMITS = "Dot files, node_modules, cron jobs and agent files are off limits. Ask the user to write it.";
  const UNTOUCHED = "The guard's own files and the settings of agents stay as they are. Ask the user to change them.";

  test.each([
    ...[".mcp.json", ".claude/settings.json", ".gemini/settings.json", ".github/hooks/x.json", ".opencode/plugin/x.js"],
    ...[".git/hooks/pre-commit", ".vscode/tasks.json", ".env", "deep/er/.npmrc", ".CLAUDE/settings.json"],
    ...["\uff0eclaude/settings.json", "node_modules/zod/index.js", "a/Node_Modules/x", "node_module\u017f/x"],
    ...["cron/jobs.json", "Cron/Jobs.JSON", "agent.yaml", "team/docker-agent.yml", "cagent.hcl"],
  ])("%j in the folder", async (name) => {
    const { path: HOME, workspace } = makeHome();
    expect(await write(`${workspace}/${name}`, { HOME })).toBe(OFF_LIMITS);
  });

  test("behind a link with a harmless name, and behind a link with a protected name", async () => {
    const home = makeHome();
    const env = { HOME: home.path };
    home.file(".picoclaw/workspace/.claude/settings.json");
    home.link(".picoclaw/workspace/harmless", join(home.workspace, ".claude"));
    home.link(".picoclaw/workspace/.mcp.json", home.file(".picoclaw/workspace/servers.txt"));
    expect(await write(`${home.workspace}/harmless/settings.json`, env)).toBe(OFF_LIMITS);
    expect(await write(`${home.workspace}/.mcp.json`, env)).toBe(OFF_LIMITS);
  });

  test.each([
    ...[
      ".picoclaw/config.json",
      ".qwen/settings.json",
      ".claude/settings.json",
      ".claude.json",
      ".claude/hooks/x.sh",
      ".codex/hooks.json",
    ],
    ...[".codex/config.toml", ".gemini/settings.json", ".copilot/hooks/x.json", ".config/cagent/config.yaml"],
    ...["Library/Application Support/cagent/config.yaml", ".Claude/Settings.json", ".PICOCLAW/CONFIG.JSON"],
  ])("~/%s, the settings of an agent", async (name) => {
    const { path: HOME } = makeHome();
    expect(await write(`${HOME}/${name}`, { HOME, GUARD_FOLDERS: HOME })).toBe(UNTOUCHED);
  });

  test("settings that are stored elsewhere and linked into the home", async () => {
    const home = makeHome();
    const env = { HOME: home.path, GUARD_FOLDERS: home.path };
    home.link(".claude/settings.json", home.file("dotfiles/claude.json"));
    mkdirSync(join(home.path, "dotfiles/codex"));
    home.link(".codex", join(home.path, "dotfiles/codex"));
    expect(await write(`${home.path}/dotfiles/claude.json`, env)).toBe(UNTOUCHED);
    expect(await write(`${home.path}/dotfiles/codex/hooks.json`, env)).toBe(UNTOUCHED);
    expect(await write(`${home.path}/dotfiles/other.json`, env)).toBe("approved");
  });

  test("nothing is written while an agent's settings are a dangling link: a write could create its target", async () => {
    const home = makeHome();
    home.link(".claude/settings.json", join(home.path, "dotfiles/claude.json"));
    const answer = await write(`${home.path}/dotfiles/claude.json`, { HOME: home.path, GUARD_FOLDERS: home.path });
    expect(answer).toBe(`Nothing is written while ${home.path}/.claude/settings.json leads nowhere. Tell the user.`);
  });

  test("PicoClaw's settings after a move", async () => {
    const { path: HOME } = makeHome();
    const GUARD_FOLDERS = HOME;
    expect(await write(`${HOME}/pc/config.json`, { HOME, GUARD_FOLDERS, PICOCLAW_HOME: `${HOME}/pc` })).toBe(UNTOUCHED);
    expect(await write(`${HOME}/pc.json`, { HOME, GUARD_FOLDERS, PICOCLAW_CONFIG: `${HOME}/pc.json` })).toBe(UNTOUCHED);
  });

  test("the guard's own folder, also in other letter case or through a link", async () => {
    const home = makeHome();
    const link = home.link(".picoclaw/workspace/guard", OWN_FOLDER);
    const parent = dirname(OWN_FOLDER);
    const env = { HOME: home.path, GUARD_FOLDERS: `${home.workspace}:${parent}` };
    expect(await write(join(OWN_FOLDER, "dist/hook.js"), env)).toBe(UNTOUCHED);
    expect(await write(join(OWN_FOLDER, "new.txt"), env)).toBe(UNTOUCHED);
    expect(await write(OWN_FOLDER, env)).toBe(UNTOUCHED);
    expect(await write(join(parent, basename(OWN_FOLDER).toUpperCase(), "dist/hook.js"), env)).toBe(UNTOUCHED);
    expect(await write(join(link, "dist/hook.js"), env)).toBe(UNTOUCHED);
    expect(await write(`${OWN_FOLDER}-of-another/x.txt`, env)).toBe("approved");
  });
});
