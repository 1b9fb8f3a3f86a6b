import { lstatSync, mkdirSync, readlinkSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { projectOf } from "./projects.js";
import { runHere } from "./run-here.js";
import { createWorkspace } from "./start-program.js";

const FLAGS = ["--template", "redact", "--no-install", "--no-git"];
const PROJECT_FILES = Object.keys(projectOf("redact"));

describe("a folder that is not empty", () => {
  it("is rejected and stays unchanged", async () => {
    const here = createWorkspace();
    for (const name of ["a.txt", "b.txt", "c.txt"]) writeFileSync(join(here.folder, name), name);
    const before = here.tree();
    const { code, stderr } = await runHere(here, [".", ...FLAGS]);
    expect(code).toBe(1);
    expect(stderr).toContain(". is not empty (it has a.txt, b.txt and 1 more): nothing was written.");
    expect(stderr).toContain("--force");
    expect(here.tree()).toEqual(before);
  });

  it("can be written to with --force: files of the same name are replaced and listed, none is deleted", async () => {
    const here = createWorkspace();
    mkdirSync(join(here.folder, "x/src"), { recursive: true });
    for (const name of ["README.md", "notes.md", "src/mine.ts"]) writeFileSync(join(here.folder, "x", name), "mine");
    const { code, stdout } = await runHere(here, ["x", "--force", ...FLAGS]);
    expect(code).toBe(0);
    expect(stdout).toContain("Replaced: README.md\n");
    const after = here.tree();
    expect(after).toMatchObject({ "x/notes.md": "mine", "x/src/mine.ts": "mine" });
    expect(after["x/README.md"]).toMatch(/^# x\n/);
    for (const file of PROJECT_FILES) expect(after).toHaveProperty([`x/${file}`]);
  });

  it("needs a person with --force in an agent's shell, because the project may be a guard of the agent", async () => {
    const here = createWorkspace();
    mkdirSync(join(here.folder, "src"));
    writeFileSync(join(here.folder, "src/hook.ts"), "mine");
    const { code, stderr } = await runHere(here, [".", "--force", "--yes", ...FLAGS], { CLAUDECODE: "1" });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^create-agent-hook: --force needs a person, .* which set CLAUDECODE: /),
    });
    expect(here.tree()).toEqual({ src: "", "src/hook.ts": "mine" });
    expect(await runHere(here, ["new", "--yes", ...FLAGS], { CLAUDECODE: "1" })).toMatchObject({ code: 0 });
  });

  it("is not written to if a link or a folder is in the way, even with --force", async () => {
    const here = createWorkspace();
    mkdirSync(join(here.folder, "x"));
    writeFileSync(join(here.folder, "elsewhere.md"), "mine");
    symlinkSync("../elsewhere.md", join(here.folder, "x/README.md"));
    const before = here.tree();
    const { code, stderr } = await runHere(here, ["x", "--force", ...FLAGS]);
    expect(code).toBe(1);
    expect(stderr).toContain("x/README.md already exists, but the project needs a file there. Nothing was written");
    expect(here.tree()).toEqual(before);
    expect(readlinkSync(join(here.folder, "x/README.md"))).toBe("../elsewhere.md");
  });

  it("counts as empty if it contains only a repository", async () => {
    const here = createWorkspace();
    mkdirSync(join(here.folder, ".git"));
    expect(await runHere(here, [".", ...FLAGS])).toMatchObject({ code: 0 });
    for (const file of PROJECT_FILES) expect(here.tree()).toHaveProperty([file]);
  });
});

test("if it is empty, can be written to and stays the same folder", async () => {
  const here = createWorkspace();
  const before = statSync(here.folder).ino;
  expect(await runHere(here, [".", ...FLAGS])).toMatchObject({ code: 0 });
  expect(statSync(here.folder).ino).toBe(before);
});

test.each(["a b", "it's", "$HOME", "größe-天气", "`id`", "a/b/c", 'quo"te', "@me/hook"])(
  "the folder %s is created under its name, readable for others, with nothing next to it",
  async (name) => {
    const here = createWorkspace();
    expect(await runHere(here, [name, ...FLAGS])).toMatchObject({ code: 0, stderr: "" });
    const folder = join(here.folder, name === "@me/hook" ? "hook" : name);
    expect(lstatSync(join(folder, "src/hook.ts")).isFile()).toBe(true);
    expect(statSync(folder).mode).toBe(statSync(join(folder, "src")).mode);
    expect(Object.keys(here.tree()).filter((path) => path.startsWith(".create"))).toEqual([]);
  },
);

describe("a project that cannot be written leaves nothing behind", () => {
  it.each([
    ["a file is there", "file", "file is a file"],
    ["a file is on the way", "file/x", "not a directory"],
    ["a link that leads nowhere is there", "link", "not a directory"],
    ["the last name is too long", `new/${"x".repeat(300)}`, "name too long"],
  ])("because %s", async (_, path, message) => {
    const here = createWorkspace();
    writeFileSync(join(here.folder, "file"), "mine");
    symlinkSync("nowhere", join(here.folder, "link"));
    const before = here.tree();
    const { code, stdout, stderr } = await runHere(here, [path, ...FLAGS]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^create-agent-hook: .*\n$/);
    expect(here.tree()).toEqual(before);
  });
});
