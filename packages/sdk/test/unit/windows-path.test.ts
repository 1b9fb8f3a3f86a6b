import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { windowsPaths } from "../../src/hook/windows-path.js";
import { isInside } from "../../src/index.js";

describe("a path on Windows", () => {
  it.each([
    ["/c/Users/ada", "c:/Users/ada"],
    ["/C", "C:/"],
    ["/cygdrive/d/x", "d:/x"],
    ["/mnt/c/x", "c:/x"],
  ])("can also be a drive, as the shells of Unix write it: %j", (path, other) => {
    expect(windowsPaths(path, "C:\\work")).toEqual([other]);
  });

  it.each(["C:\\a\\..\\b c", "c:/x", "\\\\?\\C:\\x", "\\\\.\\C:\\x", "a\\.b", "..\\x", "/etc/x"])(
    "has one reading: %j",
    (path) => {
      expect(windowsPaths(path, "C:\\work")).toEqual([]);
    },
  );

  it.each([
    "C:x",
    "C:\\a.txt:s",
    "a.txt::$DATA",
    "C:\\nul",
    "aux.txt",
    "C:\\com1\\x",
    "C:\\...\\x",
    "C:\\.. \\x",
    "con .",
  ])("leads to an uncertain place: %j", (path) => {
    expect(() => windowsPaths(path, "C:\\work")).toThrow("expected a path of files");
  });
});

it("a path on another machine is uncertain, except on the share of the folder", () => {
  const share = "\\\\server\\share";
  expect(windowsPaths("//SERVER/share/x", `${share}\\work`)).toEqual([]);
  for (const path of ["//server/share/x", "\\\\?\\UNC\\server\\share\\x"]) {
    expect(() => windowsPaths(path, "C:\\work"), path).toThrow("on this machine");
    expect(() => windowsPaths(path, "\\\\server\\other\\work"), path).toThrow("on this machine");
  }
});

describe.skipIf(process.platform !== "win32")("isInside on Windows", () => {
  const work = join(homedir(), "work");

  it("is true with any separator, letter case and drive, and through \\\\?\\", () => {
    for (const path of [`${work}\\a`, `${work}/a`.replaceAll("\\", "/"), "a", `\\\\?\\${work}\\a`]) {
      expect(isInside(work, path, work), path).toBe(true);
    }
    expect(isInside(homedir(), join(homedir().toUpperCase(), "a"))).toBe(true);
  });

  it("is false where the path is uncertain, and on another drive or machine", () => {
    for (const path of ["C:a", "a:stream", "nul", "...\\a", `/${work[0]}/elsewhere`, "\\\\server\\share\\a", "Q:\\a"]) {
      expect(isInside(work, path, work), path).toBe(false);
    }
  });
});
