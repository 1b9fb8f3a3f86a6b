import { execFileSync } from "node:child_process";
import { createReadStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWorkspace, runProgram, startProgram, type Workspace } from "../start-program.js";

const FLAGS = ["--template", "redact"];
const INSTALLS =
  "mkdir -p node_modules; touch package-lock.json; pwd > node_modules/where; echo $@ > node_modules/args";

describe("installing", () => {
  it("is done by the package manager in the project's folder", async () => {
    const here = createWorkspace();
    here.program("npm", INSTALLS);
    const { code, stdout, stderr } = await runProgram(here, ["x", ...FLAGS]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "Installing with npm ...\n" });
    expect(here.tree()).toMatchObject({
      "x/node_modules/where": `${join(here.folder, "x")}\n`,
      "x/node_modules/args": expect.stringMatching(/^install/),
    });
    expect(stdout).toMatch(/cd x\n {2}npm test\n/);
  });

  it("that fails leaves nothing behind, and explains the failure and how to go without", async () => {
    const here = createWorkspace();
    here.program("npm", `${INSTALLS}; echo "no network here" >&2; exit 7`);
    const { code, stdout, stderr } = await runProgram(here, ["a/b/x", ...FLAGS]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(
      "npm install failed; --no-install creates the project without installing.\n  no network here\n",
    );
    expect(here.tree()).toEqual({});
  });

  it("is repeated without the cache if the cache is too old", async () => {
    const here = createWorkspace();
    here.program("npm", `case "$*" in *prefer-offline*) echo "no matching version" >&2; exit 1;; esac; ${INSTALLS}`);
    expect(await runProgram(here, ["x", ...FLAGS])).toMatchObject({ code: 0 });
    expect(here.tree()).toMatchObject({ "x/node_modules/args": "install --no-audit --no-fund\n" });
  });

  it("with a package manager that does not exist leaves nothing behind", async () => {
    const here = createWorkspace();
    const { code, stderr } = await runProgram(here, ["x", ...FLAGS, "--package-manager", "bun", "--no-git"], {
      PATH: here.folder,
    });
    expect(code).toBe(1);
    expect(stderr).toContain("bun is not on the PATH; --no-install");
    expect(here.tree()).toEqual({});
  });

  it("that fails in an existing folder restores everything", async () => {
    const here = createWorkspace();
    here.program("npm", `${INSTALLS}; exit 1`);
    mkdirSync(join(here.folder, "src"));
    for (const file of ["README.md", "src/hook.ts", "mine.txt"]) writeFileSync(join(here.folder, file), "mine");
    const before = here.tree();
    expect(await runProgram(here, [".", "--force", ...FLAGS])).toMatchObject({ code: 1 });
    expect(here.tree()).toEqual(before);
  });
});

describe("a signal during the installation", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s ends it with %i; the package manager has ended and nothing is left behind", async (signal, code) => {
    const here = createWorkspace();
    const { child, ended } = startProgram(here, ["x", ...FLAGS], { FIFO: stuckInstall(here) });
    await untilAllEnded(here, () => child.kill(signal));
    const { stdout, stderr, ...end } = await ended;
    expect(end).toEqual({ code });
    expect({ stdout, stderr }).toEqual({
      stdout: "",
      stderr: "Installing with npm ...\ncreate-agent-hook: stopped; nothing is left behind\n",
    });
    expect(here.tree()).toEqual({});
  });

  it("in an existing folder leaves the folder unchanged", async () => {
    const here = createWorkspace();
    mkdirSync(join(here.folder, ".git"));
    const before = here.tree();
    const { child, ended } = startProgram(here, [".", ...FLAGS], { FIFO: stuckInstall(here) });
    await untilAllEnded(here, () => child.kill("SIGINT"));
    expect(await ended).toMatchObject({ code: 130 });
    expect(here.tree()).toEqual(before);
  });
});

/** Simulates an npm that never ends. It and its child hold the returned pipe open. */
function stuckInstall(here: Workspace): string {
  const fifo = join(here.folder, "../fifo");
  execFileSync("mkfifo", [fifo]);
  here.program("npm", `${INSTALLS}; exec > "$FIFO"; echo started; sleep 1000 & wait`);
  return fifo;
}

/** Waits for the end of the pipe, which comes when the last process that holds it ends. */
async function untilAllEnded(here: Workspace, started: () => void): Promise<void> {
  for await (const _ of createReadStream(join(here.folder, "../fifo"))) started();
}

describe("git", () => {
  it("creates a repository without a commit", async () => {
    const here = createWorkspace();
    expect(await runProgram(here, ["x", ...FLAGS, "--no-install"])).toMatchObject({ code: 0, stderr: "" });
    const git = (...args: string[]) => execFileSync("git", args, { cwd: join(here.folder, "x"), encoding: "utf8" });
    expect(git("status", "--porcelain")).toMatch(/^\?\? /m);
    expect(git("rev-list", "--all", "--count")).toBe("0\n");
  });

  it("creates no repository inside another", async () => {
    const here = createWorkspace();
    execFileSync("git", ["init", "--quiet"], { cwd: here.folder });
    expect(await runProgram(here, ["a/x", ...FLAGS, "--no-install"])).toMatchObject({ code: 0 });
    expect(Object.keys(here.tree())).not.toContain("a/x/.git");
  });

  it("is skipped if git is not installed", async () => {
    const here = createWorkspace();
    here.program("git", "exit 127");
    expect(await runProgram(here, ["x", ...FLAGS, "--no-install"])).toMatchObject({ code: 0, stderr: "" });
    expect(Object.keys(here.tree())).not.toContain("x/.git");
  });

  it("that fails leaves nothing behind, and explains the failure and how to go without", async () => {
    const here = createWorkspace();
    here.program("git", '[ "$1" = --version ] || { mkdir .git; echo "disk full"; exit 128; }');
    const { code, stderr } = await runProgram(here, ["x", ...FLAGS, "--no-install"]);
    expect(code).toBe(1);
    expect(stderr).toBe("create-agent-hook: git init failed; --no-git skips the repository.\n  disk full\n");
    expect(here.tree()).toEqual({});
  });
});
