import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listCheckpoints, undo } from "@agent-hook/hooks/snapshot";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { makeProject } from "./project.js";

const RUNNER = fileURLToPath(new URL("./take.mjs", import.meta.url));

type Project = ReturnType<typeof makeProject>;

const ids = async ({ root }: Project) => (await listCheckpoints(root)).checkpoints.map(({ id }) => id);
const storeOf = ({ home }: Project) => {
  const state = join(home, ".local/state/agent-hook/snapshots");
  return join(state, readdirSync(state).find((name) => !name.startsWith(".")) as string);
};

/** Starts a process that writes a file and makes a checkpoint. It prints the id, or an error. */
function start(project: Project, file = "", env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [RUNNER, project.root, file], {
    env: { ...process.env, ...project.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const ended = once(child, "close").then(([code]) => ({ code, output }));
  return { child, ended };
}

/** Returns an environment in which the git command with a number is killed, together with the process that started it. */
function killingGit({ home }: Project, step: number): NodeJS.ProcessEnv {
  const bin = join(home, `bin-${step}`);
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  mkdirSync(bin);
  const script = [
    ...["#!/bin/sh", `echo x >> "${bin}/count"`],
    // Not -eq: commands that run at the same time can skip a number.
    `if [ "$(wc -l < "${bin}/count")" -ge ${step} ]; then`,
    ...[`  "${real}" "$@" <&0 &`, "  kill -9 $PPID; kill -9 $!; exit 1", "fi"],
    `exec "${real}" "$@"`,
  ];
  writeFileSync(join(bin, "git"), `${script.join("\n")}\n`, { mode: 0o755 });
  return { PATH: `${bin}:${process.env.PATH}` };
}

describe("a checkpoint", () => {
  it("that equals the last one adds none, and names the later call", async () => {
    const project = makeProject();
    const first = await project.take({ tool: "Bash" });
    expect(await project.take({ tool: "Write" })).toBe(first);
    project.write("a.ts", "one");
    expect(await project.take({ tool: "Edit" })).toBe(first + 1);
    const { checkpoints } = await listCheckpoints(project.root);
    expect(checkpoints).toMatchObject([
      { id: 2, tool: "Edit", agent: "claude-code", filesChanged: 0, skipped: [] },
      { id: 1, tool: "Write", filesChanged: 1 },
    ]);
  });

  it("has untracked files, and no ignored ones, also if they were saved before", async () => {
    const project = makeProject();
    project.write("debug.log", "one");
    await project.take();
    project.write(".gitignore", "*.log\n");
    await project.take();
    project.write("debug.log", "two");
    await project.take();
    expect((await listCheckpoints(project.root)).checkpoints.map(({ filesChanged }) => filesChanged)).toEqual([0, 2]);
  });

  it("has files that git tracks although a pattern ignores them", async () => {
    const project = makeProject();
    project.write(".gitignore", "dist/\n");
    project.write("dist/index.js", "one");
    project.git("add", "--force", "dist/index.js");
    await project.take();
    project.write("dist/index.js", "two");
    await undo({ folder: project.root });
    expect(project.read("dist/index.js")).toBe("one");
  });

  it("of a project without git, and without any file", async () => {
    const project = makeProject({ isRepository: false });
    await project.take();
    project.write("a.ts", "one");
    await undo({ folder: project.root });
    expect(existsSync(project.path("a.ts"))).toBe(false);
  });

  it("skips files that are too large, and lists them", async () => {
    const project = makeProject();
    project.write("large.bin", Buffer.alloc(1001));
    project.write("fits.bin", Buffer.alloc(1000));
    await project.take({ maxFileBytes: 1000 });
    expect((await listCheckpoints(project.root)).checkpoints[0]).toMatchObject({ skipped: ["large.bin"] });
  });

  it.skipIf(process.getuid?.() === 0)("skips files and folders without permission", async () => {
    const project = makeProject();
    project.write("secret.txt", "one", 0o000);
    project.write("locked/x.txt", "one");
    chmodSync(project.path("locked"), 0o000);
    await project.take();
    chmodSync(project.path("locked"), 0o700);
    expect((await listCheckpoints(project.root)).checkpoints[0]).toMatchObject({ skipped: ["secret.txt"] });
  });

  it("can be read only by its owner", async () => {
    const project = makeProject();
    await project.take();
    expect(statSync(storeOf(project)).mode & 0o077).toBe(0);
  });

  it("does not contain the store, wherever it is", async () => {
    const project = makeProject();
    vi.stubEnv("XDG_STATE_HOME", project.path("state [1]"));
    const first = await project.take();
    expect(await project.take()).toBe(first);
  });

  it("is one for each project, whatever link leads there", async () => {
    const project = makeProject();
    await project.take();
    symlinkSync(project.root, join(project.home, "link"));
    project.write("a.ts", "one");
    expect(await project.take({ folder: join(project.home, "link") })).toBe(2);
  });

  it("is refused with too many files or bytes, and saves nothing", async () => {
    const project = makeProject();
    for (let at = 0; at < 20; at++) project.write(`${at}.txt`, "x".repeat(100));
    await expect(project.take({ maxFiles: 20 })).rejects.toThrow("more than 20 files");
    await expect(project.take({ maxBytes: 2000 })).rejects.toThrow("more than 2000 bytes");
    await project.take({ maxFiles: 21 });
  });

  it("is refused for a home, for what contains it, and not for a project in a home with its own git", async () => {
    const project = makeProject({ isRepository: false });
    mkdirSync(join(project.home, ".git"));
    for (const folder of [project.home, "/", join(project.home, "..")]) {
      await expect(project.take({ folder })).rejects.toThrow("home folder");
    }
    await project.take();
    project.write("a.ts", "one");
    expect((await undo({ folder: project.root })).project).toBe(project.root);
  });

  it("that is stopped keeps the files that it has read", async () => {
    const project = makeProject();
    await project.take();
    for (let at = 0; at < 2500; at++) project.write(`src/${at % 50}/${at}.ts`, `file ${at}`);
    const store = storeOf(project);
    const stop = new AbortController();
    // The first thousand files are saved when the shared index is replaced.
    const watcher = watch(store, (_, name) => name === "index" && stop.abort(new Error("stopped")));
    onTestFinished(() => watcher.close());
    await expect(project.take({ signal: stop.signal })).rejects.toThrow("stopped");
    const env = { ...process.env, GIT_DIR: store };
    const saved = execFileSync("git", ["ls-files"], { env, encoding: "utf8" }).split("\n").length;
    expect(saved).toBeGreaterThan(1000);
    expect(saved).toBeLessThan(2500);
    expect(await project.take()).toBe(2);
  });

  it("without git on the PATH says so", async () => {
    const project = makeProject();
    vi.stubEnv("PATH", project.root);
    await expect(project.take()).rejects.toThrow("install it, or add it to the PATH");
  });

  it("ignores the environment and the settings of the user's git", async () => {
    const project = makeProject();
    for (const name of ["GIT_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_WORK_TREE"])
      vi.stubEnv(name, "/nowhere");
    writeFileSync(
      join(project.home, ".gitconfig"),
      "[core]\nhooksPath = /nowhere\n[init]\ntemplateDir = /nowhere\nbroken",
    );
    await project.take();
    project.write("a.ts", "one");
    expect(await project.take()).toBe(2);
  });

  it("is kept only for a number of changes, and what killed processes left goes too", async () => {
    const project = makeProject();
    await project.take();
    const store = storeOf(project);
    const old = [join(store, "refs/checkpoints/0000000099.lock"), join(store, "work/x"), join(store, "../.new-x")];
    const recent = join(store, "work/y");
    for (const path of [...old, recent]) writeFileSync(path, "");
    for (const path of old) utimesSync(path, 1, 1);
    for (let at = 0; at < 39; at++) {
      project.write("a.ts", String(at));
      await project.take({ keep: 5 });
    }
    expect(await ids(project)).toEqual([40, 39, 38, 37, 36]);
    expect([...old, recent].map((path) => existsSync(path))).toEqual([false, false, false, true]);
    await undo({ folder: project.root, id: 36 });
    expect(project.read("a.ts")).toBe("34");
  });
});

describe("processes at the same time", () => {
  it("lose nothing and fail on no lock", async () => {
    const project = makeProject();
    const runs = Array.from({ length: 30 }, (_, at) => start(project, `file-${at}`));
    const results = await Promise.all(runs.map(({ ended }) => ended));
    expect(results.filter(({ code }) => code !== 0)).toEqual([]);
    // Each process recorded a state that has its own file.
    for (const [at, { output }] of results.entries()) {
      project.remove(`file-${at}`);
      await undo({ folder: project.root, id: Number(output), paths: [`file-${at}`] });
      expect(project.read(`file-${at}`)).toBe("new");
    }
  });

  it("record equal files once", async () => {
    const project = makeProject();
    const runs = Array.from({ length: 30 }, () => start(project));
    const results = await Promise.all(runs.map(({ ended }) => ended));
    expect(results).toEqual(results.map(() => ({ code: 0, output: "1" })));
  });
});

describe("a store stays usable", () => {
  it("after processes and their git were killed at any step", async () => {
    const project = makeProject();
    for (let at = 0; at < 50; at++) project.write(`src/${at}.ts`, `file ${at}`);
    let killed = 0;
    // A checkpoint that starts fewer processes than that is not killed.
    for (let code: number | null = null; code !== 0; killed++) {
      project.write("src/changed.ts", String(killed));
      ({ code } = await start(project, `file-${killed}`, killingGit(project, killed + 1)).ended);
    }
    expect(killed).toBeGreaterThan(5);
    project.write("src/changed.ts", "last");
    const id = await project.take();
    project.write("src/changed.ts", "lost");
    await undo({ folder: project.root, id });
    expect(project.read("src/changed.ts")).toBe("last");
  });

  it("with a lock on the next number and on the index", async () => {
    const project = makeProject();
    await project.take();
    writeFileSync(join(storeOf(project), "refs/checkpoints/0000000002.lock"), "");
    writeFileSync(join(storeOf(project), "index.lock"), "");
    project.write("a.ts", "one");
    expect(await project.take()).toBe(3);
  });

  it.each([
    ["empty", ""],
    ["cut", "DIRC"],
    ["something else", "\0".repeat(200)],
  ])("with an index that is %s", async (_, content) => {
    const project = makeProject();
    await project.take();
    writeFileSync(join(storeOf(project), "index"), content);
    project.write("a.ts", "one");
    expect(await project.take()).toBe(2);
  });
});
