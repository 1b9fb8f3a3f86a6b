import { describe, expect, it } from "vitest";
import {
  belowOnAnyDrive,
  isOnNetwork,
  isWindowsDevice,
  isWindowsNull,
  windowsNames,
  windowsReadings,
} from "../../src/paths/windows-names.js";

const SECRET = ["c:", "work", ".env"];

describe("the names of a path on Windows", () => {
  it.each([
    "C:\\Work\\.env",
    "c:/work/.env",
    "C:\\work/\\.ENV",
    "C:\\work\\.env.",
    "C:\\work\\.env . .",
    "C:\\work \\.env",
    "C:\\work.\\.env",
    "C:\\work\\.env::$DATA",
    "C:\\work\\.env:hidden",
    "C:\\work::$INDEX_ALLOCATION\\.env",
    "\\\\?\\C:\\work\\.env",
    "\\\\.\\C:\\work\\.env",
    "//?/C:/work/.env",
    "\\??\\C:\\work\\.env",
    "C:\\work\\.e\u200dnv",
    "C:\\work\\\uff0eenv",
  ])("are the same for each spelling: %j", (path) => {
    expect(windowsNames(path)).toEqual(SECRET);
  });

  it("keep the machine and the share of a path on the network", () => {
    const names = ["server", "c$", "users", "ada", ".env"];
    expect(windowsNames("\\\\server\\c$\\Users\\Ada\\.env")).toEqual(names);
    expect(windowsNames("\\\\?\\UNC\\server\\c$\\Users\\Ada\\.env")).toEqual(names);
  });

  it("keep `..`, and short names, which only the disk knows", () => {
    expect(windowsNames("C:\\a\\..\\b")).toEqual(["c:", "a", "..", "b"]);
    expect(windowsNames("C:\\SECRET~1")).toEqual(["c:", "secret~1"]);
  });
});

it.each(["COM1", "C:\\work\\aux", "aux.txt", "C:\\con.", "LPT9 ", "nul", "conin$", "prn.tar.gz", "COM1:"])(
  "%j is a device",
  (path) => {
    expect(isWindowsDevice(path)).toBe(true);
  },
);

it("other names are not devices, and only one device stores nothing", () => {
  for (const path of ["C:\\console", "C:\\com", "C:\\com10", "C:\\aux\\x", "nullable"]) {
    expect(isWindowsDevice(path), path).toBe(false);
  }
  expect([isWindowsNull("C:\\work\\NUL"), isWindowsNull("nul.txt"), isWindowsNull("con")]).toEqual([true, true, false]);
});

it("a path on another machine is recognized", () => {
  const remote = ["\\\\server\\x", "//server/x", "\\\\?\\UNC\\server\\x", "\\\\.\\unc\\server\\x", "\\\\127.0.0.1\\c$"];
  expect(remote.map(isOnNetwork)).toEqual(remote.map(() => true));
  const local = ["C:\\x", "\\\\?\\C:\\x", "\\\\.\\C:\\x", "\\x", "/x", "x"];
  expect(local.map(isOnNetwork)).toEqual(local.map(() => false));
});

describe("what an agent can mean by a path on Windows", () => {
  it.each([
    ["/c/Users/ada/.env", "c:/Users/ada/.env"],
    ["/C", "C:/"],
    ["/cygdrive/d/x", "d:/x"],
    ["/mnt/c/x", "c:/x"],
  ])("is a drive, as the shells of Unix write it: %j", (text, path) => {
    expect(windowsReadings(text)).toEqual({ texts: [text, path], isUnclear: false });
  });

  it("depends on the current folder of a drive without a separator", () => {
    expect(windowsReadings("C:.env")).toEqual({ texts: ["C:.env", ".env"], isUnclear: true });
  });

  it.each(["C:\\x", "C:/x", "\\\\server\\x", "x", "/etc/passwd", "/data/c/x"])("is only that: %j", (text) => {
    expect(windowsReadings(text)).toEqual({ texts: [text], isUnclear: false });
  });
});

it("a home is found on any drive, and behind a share or a volume", () => {
  const isSame = (one: string, other: string) => one === "*" || one === other;
  const below = (path: string) => belowOnAnyDrive(["users", "*"], windowsNames(path), isSame);
  for (const path of ["C:\\Users\\Ada\\.ssh", "\\\\localhost\\c$\\Users\\Ada\\.ssh"])
    expect(below(path)).toEqual([[".ssh"]]);
  expect(below("\\\\?\\GLOBALROOT\\Device\\HarddiskVolume1\\Users\\Ada\\.ssh")).toEqual([[".ssh"]]);
  expect(below("C:\\work\\users\\ada\\.ssh")).toEqual([]);
  expect(below("C:\\Users")).toEqual([]);
});
