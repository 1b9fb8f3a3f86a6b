import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { listCheckpoints, undo } from "@agent-hook/hooks/snapshot";
import { describe, expect, it } from "vitest";
import { makeProject } from "./project.js";

describe("undo brings back", () => {
  it("changed, deleted and renamed files, and deletes new ones", async () => {
    const project = makeProject();
    project.write("src/a.ts", "one");
    project.write("src/deep/b.ts", "two");
    project.write("c.ts", "three");
    await project.take();
    project.write("src/a.ts", "ONE");
    project.remove("src/deep");
    renameSync(project.path("c.ts"), project.path("d.ts"));
    project.write("new/folder/x.ts", "x");
    const { changes, kept } = await undo({ folder: project.root });
    expect(changes.map(({ path, change }) => `${change} ${path}`).sort()).toEqual([
      "delete d.ts",
      "delete new/folder/x.ts",
      "recreate c.ts",
      "recreate src/deep/b.ts",
      "restore src/a.ts",
    ]);
    expect(kept).toEqual([]);
    expect([project.read("src/a.ts"), project.read("src/deep/b.ts"), project.read("c.ts")]).toEqual([
      "one",
      "two",
      "three",
    ]);
    expect(existsSync(project.path("d.ts")) || existsSync(project.path("new"))).toBe(false);
  });

  it("an edit of the same length in the same second", async () => {
    const project = makeProject();
    for (let round = 0; round < 5; round++) {
      project.write("a.ts", `foo${round}`);
      await project.take();
      project.write("a.ts", `bar${round}`);
      await undo({ folder: project.root });
      expect(project.read("a.ts")).toBe(`foo${round}`);
    }
  });

  it("bytes, line ends and encodings, whatever .gitattributes says", async () => {
    const project = makeProject();
    const files = {
      "crlf.txt": Buffer.from("a\r\nb\r\n"),
      "mixed.txt": Buffer.from("a\r\nb\n$Id$\n"),
      "binary.dat": Buffer.from(Array.from({ length: 600 }, (_, at) => at % 256)),
      "wide.txt": Buffer.from("\ufeffwide\r\n", "utf16le"),
      "empty.txt": Buffer.alloc(0),
      "large.lfs": Buffer.from("not a pointer\r\n"),
    };
    project.write(
      ".gitattributes",
      "* text=auto eol=lf ident\nwide.txt working-tree-encoding=UTF-16\n*.lfs filter=lfs\n",
    );
    writeFileSync(
      join(project.home, ".gitconfig"),
      '[core]\nautocrlf = true\n[filter "lfs"]\nclean = false\nrequired = true\n',
    );
    for (const [name, bytes] of Object.entries(files)) project.write(name, bytes);
    await project.take();
    for (const name of Object.keys(files)) project.write(name, "gone");
    await undo({ folder: project.root });
    for (const [name, bytes] of Object.entries(files)) expect(readFileSync(project.path(name)), name).toEqual(bytes);
  });

  it.each([
    "with spaces.txt",
    "ünïcödé.txt",
    "new\nline.txt",
    'tab\t"quoted".txt',
    "-dash",
    "*[glob]?.txt",
    "back\\slash",
    "git~1",
  ])("a file with the name %j", async (name) => {
    const project = makeProject();
    project.write(name, "one");
    project.write(`folder ${name}/x`, "one");
    await project.take();
    project.write(name, "two");
    project.remove(`folder ${name}`);
    const { changes } = await undo({ folder: project.root });
    expect(changes.map(({ path }) => path).sort()).toEqual([name, `folder ${name}/x`].sort());
    expect([project.read(name), project.read(`folder ${name}/x`)]).toEqual(["one", "one"]);
  });

  it("a name that is not UTF-8", async () => {
    const project = makeProject();
    const path = Buffer.concat([Buffer.from(`${project.root}/`), Buffer.from([0x66, 0xff, 0xfe])]);
    writeFileSync(path, "one");
    await project.take();
    writeFileSync(path, "two");
    await undo({ folder: project.root });
    expect(readFileSync(path, "utf8")).toBe("one");
  });

  it("links, without following them", async () => {
    const project = makeProject();
    const outside = join(project.home, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "b.ts"), "theirs");
    project.write("a/b.ts", "mine");
    symlinkSync("a/b.ts", project.path("link"));
    symlinkSync("nowhere", project.path("broken"));
    await project.take();
    project.remove("link");
    project.write("link", "a file");
    project.remove("broken");
    project.remove("a");
    symlinkSync(outside, project.path("a"));
    expect((await undo({ folder: project.root })).kept).toEqual([]);
    expect([readlinkSync(project.path("link")), readlinkSync(project.path("broken"))]).toEqual(["a/b.ts", "nowhere"]);
    expect(lstatSync(project.path("a")).isDirectory()).toBe(true);
    expect([project.read("a/b.ts"), readFileSync(join(outside, "b.ts"), "utf8")]).toEqual(["mine", "theirs"]);
  });

  it("a folder in the place of a file, and the other way round", async () => {
    const project = makeProject();
    project.write("x", "file");
    project.write("y/z", "in a folder");
    await project.take();
    project.remove("x");
    project.write("x/inner", "1");
    project.remove("y");
    project.write("y", "2");
    expect((await undo({ folder: project.root })).kept).toEqual([]);
    expect([project.read("x"), project.read("y/z")]).toEqual(["file", "in a folder"]);
  });

  it("the executable bit, and keeps a file private", async () => {
    const project = makeProject();
    project.write("run.sh", "#!/bin/sh\n", 0o755);
    project.write("private.txt", "one", 0o600);
    await project.take();
    chmodSync(project.path("run.sh"), 0o644);
    project.write("private.txt", "two");
    await undo({ folder: project.root });
    const mode = (file: string) => lstatSync(project.path(file)).mode & 0o777;
    expect([mode("run.sh"), mode("private.txt")]).toEqual([0o755, 0o600]);
  });

  it("files of nested repositories and submodules, and leaves their git alone", async () => {
    const project = makeProject();
    project.write("library/.gitignore", "*.log\n");
    project.write("library/a.ts", "one");
    project.git("init", "-q", "library");
    project.write("library/inner/deep.ts", "deep");
    project.git("init", "-q", "library/inner");
    const head = project.read("library/.git/HEAD");
    const first = await project.take();
    expect(await project.take()).toBe(first);
    project.write("library/debug.log", "ignored");
    project.remove("library/a.ts");
    project.write("library/inner/deep.ts", "changed");
    project.write("library/new.ts", "new");
    const { changes } = await undo({ folder: project.root });
    expect(changes.map(({ path }) => path).sort()).toEqual(["library/a.ts", "library/inner/deep.ts", "library/new.ts"]);
    expect([project.read("library/a.ts"), project.read("library/inner/deep.ts")]).toEqual(["one", "deep"]);
    expect([project.read("library/.git/HEAD"), project.read("library/debug.log")]).toEqual([head, "ignored"]);
  });
});

describe("undo leaves alone", () => {
  it("ignored files, also if they are no longer ignored", async () => {
    const project = makeProject();
    project.write(".gitignore", ".env\nbuild/\n");
    project.write(".env", "SECRET=1");
    project.write("build/out.js", "out");
    project.write("a.ts", "one");
    await project.take();
    project.write("a.ts", "two");
    project.write(".gitignore", "");
    project.write(".env", "SECRET=2");
    const { kept } = await undo({ folder: project.root });
    expect([project.read("a.ts"), project.read(".gitignore")]).toEqual(["one", ".env\nbuild/\n"]);
    expect([project.read(".env"), project.read("build/out.js")]).toEqual(["SECRET=2", "out"]);
    expect(kept.map(({ path, reason }) => `${path}: ${reason}`).sort()).toEqual([
      ".env: it was ignored at the checkpoint",
      "build/out.js: it was ignored at the checkpoint",
    ]);
  });

  it("files that the project's .git/info/exclude ignores", async () => {
    const project = makeProject();
    project.write(".git/info/exclude", "notes.txt\n");
    project.write("notes.txt", "one");
    project.write("a.ts", "one");
    await project.take();
    project.write("notes.txt", "two");
    project.write("a.ts", "two");
    expect((await undo({ folder: project.root })).changes.map(({ path }) => path)).toEqual(["a.ts"]);
    expect(project.read("notes.txt")).toBe("two");
  });

  it("a file that the checkpoint skipped because it was too large", async () => {
    const project = makeProject();
    project.write("large.bin", Buffer.alloc(2000));
    project.write("a.ts", "one");
    await project.take({ maxFileBytes: 1000 });
    project.write("large.bin", "small now");
    project.write("a.ts", "two");
    const { kept } = await undo({ folder: project.root });
    expect(kept).toEqual([{ path: "large.bin", reason: "it existed, but the checkpoint does not have it" }]);
    expect([project.read("large.bin"), project.read("a.ts")]).toEqual(["small now", "one"]);
  });

  it("a folder of ignored files in the place of a file", async () => {
    const project = makeProject();
    project.write(".gitignore", "*.log\n");
    project.write("x", "file");
    await project.take();
    project.remove("x");
    project.write("x/only.log", "precious");
    const { kept } = await undo({ folder: project.root });
    expect(kept).toEqual([{ path: "x", reason: "a folder with other files is in its place" }]);
    expect(project.read("x/only.log")).toBe("precious");
  });

  it("the project's own git: index, refs, hooks and config", async () => {
    const project = makeProject();
    project.write(".git/hooks/pre-commit", "#!/bin/sh\ntouch hook-ran\n", 0o755);
    project.write(".git/hooks/post-checkout", "#!/bin/sh\ntouch hook-ran\n", 0o755);
    project.git("config", "core.fsmonitor", "touch hook-ran; false");
    project.git("config", "commit.gpgSign", "true");
    project.write("staged.ts", "staged");
    project.git("-c", "core.fsmonitor=false", "add", "staged.ts");
    project.write(".git/index.lock", "");
    const files = () =>
      ["index", "HEAD", "config"].map((file) => readFileSync(project.path(`.git/${file}`)).toString("hex"));
    const before = files();
    await project.take();
    project.write("staged.ts", "changed");
    await undo({ folder: project.root });
    expect(project.read("staged.ts")).toBe("staged");
    expect(files()).toEqual(before);
    expect(existsSync(project.path("hook-ran"))).toBe(false);
  });
});

describe("undo", () => {
  it("can be undone, also for files that have become ignored since", async () => {
    const project = makeProject();
    project.write("a.ts", "one");
    await project.take();
    project.write("a.ts", "two");
    project.write("b.ts", "new");
    project.write(".gitignore", "a.ts\n");
    const { before } = await undo({ folder: project.root });
    expect([project.read("a.ts"), existsSync(project.path("b.ts"))]).toEqual(["one", false]);
    await undo({ folder: project.root, id: before });
    expect([project.read("a.ts"), project.read("b.ts")]).toEqual(["two", "new"]);
  });

  it("goes back to any checkpoint, and only for some paths", async () => {
    const project = makeProject();
    project.write("src/a.ts", "1");
    project.write("b.ts", "1");
    const first = await project.take();
    project.write("src/a.ts", "2");
    project.write("b.ts", "2");
    await project.take();
    project.write("src/a.ts", "3");
    await undo({ folder: project.path("src"), id: first, paths: ["."] });
    expect([project.read("src/a.ts"), project.read("b.ts")]).toEqual(["1", "2"]);
    await expect(undo({ folder: project.root, paths: ["../other"] })).rejects.toThrow("is not in the project");
    await expect(undo({ folder: project.root, id: 99 })).rejects.toThrow("no checkpoint 99");
  });

  it("without an id skips checkpoints that equal the present files", async () => {
    const project = makeProject();
    project.write("a.ts", "one");
    await project.take();
    project.write("a.ts", "two");
    await project.take();
    await undo({ folder: project.root });
    expect(project.read("a.ts")).toBe("one");
  });

  it("as a dry run changes and records nothing", async () => {
    const project = makeProject();
    const id = await project.take();
    project.write("a.ts", "two");
    const result = await undo({ folder: project.root, dryRun: true });
    expect(result).toMatchObject({ id, changes: [{ path: "a.ts", change: "delete" }] });
    expect(result).not.toHaveProperty("before");
    expect(project.read("a.ts")).toBe("two");
    expect((await listCheckpoints(project.root)).checkpoints).toHaveLength(1);
  });

  it("finds the project from a subfolder, and names a project nearby that has checkpoints", async () => {
    const project = makeProject();
    project.write("src/a.ts", "one");
    await project.take({ folder: project.path("src") });
    project.write("src/a.ts", "two");
    expect((await undo({ folder: project.path("src") })).project).toBe(project.root);
    await expect(undo({ folder: join(project.home, "work") })).rejects.toThrow(`checkpoints of ${project.root}`);
  });

  it("works in another worktree, whose .git is a file", async () => {
    const project = makeProject();
    project.git("worktree", "add", "-q", "../other");
    const other = join(project.home, "work/other");
    writeFileSync(join(other, "README.md"), "one");
    await project.take({ folder: other });
    writeFileSync(join(other, "README.md"), "two");
    expect((await undo({ folder: other })).project).toBe(other);
    expect(readFileSync(join(other, "README.md"), "utf8")).toBe("one");
  });
});
