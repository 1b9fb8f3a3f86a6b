import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isInside } from "../../src/index.js";

const IS_WINDOWS = process.platform === "win32";
const root = realpathSync(mkdtempSync(join(tmpdir(), "is-inside-")));
const work = join(root, "work");
const at = (...names: string[]) => join(root, ...names);

/** Wine has no links. Windows does not say of a path below a file that it is below a file, and has no /proc. */
function withoutLinksOnWindows<Row extends readonly [string, string]>(rows: readonly Row[]): Row[] {
  return rows.filter(([what]) => !IS_WINDOWS || !/link|below a file|each process/.test(what));
}

beforeAll(() => {
  mkdirSync(at("work", "deep"), { recursive: true });
  mkdirSync(at("work2"));
  mkdirSync(at("outside", "deep"), { recursive: true });
  writeFileSync(at("work", "file.txt"), "");
  writeFileSync(at("outside", "file.txt"), "");
  if (IS_WINDOWS) return;
  symlinkSync(at("outside"), at("work", "out"));
  symlinkSync("../outside/new.txt", at("work", "dangling"));
  symlinkSync("deep/new.txt", at("work", "dangling-inside"));
  symlinkSync("circle", at("work", "circle"));
  symlinkSync(at("outside", "deep"), at("work", "out-deep"));
  symlinkSync(work, at("linked-work"));
  symlinkSync("/proc/self/cwd", at("work", "per-process"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("isInside", () => {
  it.each<[string, string]>(
    withoutLinksOnWindows([
      ["the folder itself", work],
      ["a file", at("work", "file.txt")],
      ["a file that does not exist yet", at("work", "new.txt")],
      ["a file in folders that do not exist yet", at("work", "a", "b", "new.txt")],
      ["a detour through the folder around it", at("work2", "..", "work", "file.txt")],
      ["a detour through a folder that does not exist", `${work}/nowhere/../new.txt`],
      ["a doubled slash and a dot", `${work}//./file.txt`],
      ["a slash at the end", `${work}/deep/`],
      ["a link to the folder", at("linked-work", "new.txt")],
      ["a link to a file inside that does not exist yet", at("work", "dangling-inside")],
    ]),
  )("is true for %s", (_what, path) => {
    expect(isInside(work, path)).toBe(true);
    if (!IS_WINDOWS) expect(isInside(at("linked-work"), path)).toBe(true);
  });

  it.each<[string, string]>(
    withoutLinksOnWindows([
      ["another folder", at("outside", "file.txt")],
      ["the folder around it", root],
      ["a folder whose name begins like it", at("work2", "file.txt")],
      ["`..`", `${work}/../outside/file.txt`],
      ["`..` after a folder that does not exist", `${work}/nowhere/../../outside/file.txt`],
      ["a link that leads out", at("work", "out", "file.txt")],
      ["a new file behind a link that leads out", at("work", "out", "new.txt")],
      ["a link to a file outside that does not exist yet", at("work", "dangling")],
      ["a link before `..`, which some programs follow first", `${work}/out-deep/../file.txt`],
      ["a circle of links", at("work", "circle")],
      ["a path below a file", at("work", "file.txt", "x")],
      ["a place that differs for each process", at("work", "per-process", "x")],
      ["a place in /proc", "/proc/self/root"],
      ["an address of a file outside", pathToFileURL(at("outside", "file.txt")).href],
      ["a path that a program may trim", ` ${at("outside", "file.txt")} `],
      ["the home of the user", "~/x"],
      ["the home of another user", "~root/x"],
      ["a variable", "$HOME/x"],
      ["no path", ""],
      ["a NUL", `${work}/a\0b`],
    ]),
  )("is false for %s", (_what, path) => {
    expect(isInside(work, path)).toBe(false);
    expect(isInside(work, path, work)).toBe(false);
  });

  it("reads a relative path from the given folder, and is false without one", () => {
    expect(isInside(work, "deep/new.txt", work)).toBe(true);
    expect(isInside(work, "../outside/x", work)).toBe(false);
    expect(isInside(work, "x", root)).toBe(false);
    expect(isInside(work, "x")).toBe(false);
    expect(isInside(work, "x", "relative")).toBe(false);
    expect(isInside("work", "work/x", root)).toBe(true);
  });

  it("takes an address of a file for a path and for a name", () => {
    const { href } = pathToFileURL(at("work", "file.txt"));
    expect(isInside(work, href, work)).toBe(true);
    expect(isInside(work, href, at("outside"))).toBe(false);
    expect(isInside(work, href)).toBe(false);
  });

  it("knows a folder that does not exist yet, and the home of the user", () => {
    expect(isInside(at("new"), at("new", "a", "b"))).toBe(true);
    expect(isInside(at("new"), at("newer"))).toBe(false);
    expect(isInside(at("new", "a"), at("new", "b"))).toBe(false);
    expect(isInside("~", join(homedir(), "x"))).toBe(true);
    expect(isInside("~/a/b", "~/a/b/c", root)).toBe(false);
    expect(isInside(homedir(), "~/x", homedir())).toBe(true);
  });

  it("identifies places by the disk and not by their names", () => {
    // A hard link has the same identity, as another spelling of one name has on a disk that ignores letter case.
    linkSync(at("outside", "file.txt"), at("work", "hard"));
    expect(isInside(at("outside", "file.txt"), at("work", "hard"))).toBe(true);
  });

  it("never throws", () => {
    for (const odd of [undefined, null, 12, {}, []]) {
      expect(isInside(odd as never, work)).toBe(false);
      expect(isInside(work, odd as never)).toBe(false);
    }
  });
});
