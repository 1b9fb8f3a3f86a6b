import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfigFile } from "../../src/config/config-file.js";
import { json } from "../../src/config/json.js";
import { writeConfigFile } from "../../src/config/write-config-file.js";
import { folder } from "../config-folder.js";
import { add, config, processes, remove } from "../config-writing.js";

const isRoot = process.getuid?.() === 0;

describe("the file that config writes", () => {
  test("behind a symbolic link is written, and the link stays", async () => {
    const { path, read, otherFiles } = config();
    const link = join(folder(), "link.json");
    symlinkSync(path, link);
    expect(await add(link)).toMatchObject({ code: 0 });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(processes(read())).toHaveProperty("guard");
    expect(otherFiles()).toEqual(["config.json.bak"]);
  });

  test("with a second hard link stays the same file", async () => {
    const { path, read, otherFiles } = config();
    const other = join(path, "../other.json");
    linkSync(path, other);
    expect(await add(path)).toMatchObject({ code: 0 });
    expect(readFileSync(other, "utf8")).toBe(read());
    expect(processes(read())).toHaveProperty("guard");
    expect(otherFiles()).toEqual(["config.json.bak", "other.json"]);
    await remove(path);
    expect(readFileSync(other, "utf8")).toBe('{\n  "version": 3\n}\n');
  });

  test.each([
    ["does not parse", '{\n  "a": 1,\n  b\n}', "does not parse (line 3, column 3: InvalidSymbol): fix it first"],
    ["ends too early", '{"a":', "does not parse (line 1, column 6: ValueExpected)"],
    ["has text after its end", "{}\n{}", "does not parse (line 2, column 1: EndOfFileExpected)"],
    ["has only comments", "// nothing\n", "does not parse (line 2, column 1"],
    ["is a list", "[]", "expected a JSON object, got array"],
    ["has hooks that are not an object", '{"hooks": []}', "hooks: expected an object, got an array"],
    ["has no place for processes", '{"hooks": {"processes": 1}}', "hooks.processes: expected an object, got a number"],
    [
      "has a repeated key that would change",
      '{"hooks": {},\n "hooks": {}}',
      'has "hooks" twice in one object: lines 1 and 2',
    ],
    [
      "is nested too deeply",
      `{"a": ${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
      "expected at most 200 nested objects and lists",
    ],
    [
      "is nested too deeply and cut off",
      `{"a": ${'{"a":'.repeat(20_000)}`,
      "expected at most 200 nested objects and lists",
    ],
    ["is not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "is not UTF-8"],
  ])("that %s is rejected, and nothing is written", async (_, text, message) => {
    const { path, otherFiles } = config(text);
    const { code, stdout, stderr } = await add(path);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`agent-hook: ${path}`);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(readFileSync(path)).toEqual(Buffer.from(text as string));
    expect(otherFiles()).toEqual([]);
  });

  test("that is a folder, a broken link or in a missing folder is rejected", async () => {
    const path = folder();
    symlinkSync(join(path, "nothing"), join(path, "link.json"));
    for (const [name, message] of [
      [path, "expected a file"],
      [join(path, "link.json"), "is a broken symbolic link"],
      [join(path, "no/config.json"), "does not exist: create it"],
    ] as const) {
      expect(await add(name)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
    }
    expect(readdirSync(path)).toEqual(["link.json"]);
  });

  test.each([
    ["changed", (path: string) => writeFileSync(path, "{}")],
    ["was removed", (path: string) => rmSync(path)],
  ])("that %s while the user was deciding is not written", (_, meddle) => {
    const { path, otherFiles } = config();
    const read = readConfigFile(path, json);
    meddle(path);
    const after = existsSync(path) && readFileSync(path, "utf8");
    expect(() => writeConfigFile(read, "{}\n")).toThrow(`${path} changed in the meantime: nothing was written`);
    expect(existsSync(path) && readFileSync(path, "utf8")).toBe(after);
    expect(otherFiles()).toEqual([]);
  });

  test("that appeared while the user was deciding is not written", () => {
    const path = join(folder(), "new.json");
    const read = readConfigFile(path, json);
    writeFileSync(path, "mine");
    expect(() => writeConfigFile(read, "{}\n")).toThrow("changed in the meantime");
    expect(readFileSync(path, "utf8")).toBe("mine");
  });
});

describe("a user without permission", () => {
  /** Runs a function as a user other than root. */
  function asUser<T>(act: () => T): T {
    if (!isRoot) return act();
    process.setegid?.(65_534);
    process.seteuid?.(65_534);
    try {
      return act();
    } finally {
      process.seteuid?.(0);
      process.setegid?.(0);
    }
  }
  const give = (path: string) => isRoot && chownSync(path, 65_534, 65_534);

  test.each([
    ["write to the folder", 0o555, 0o644],
    ["write to the file", 0o755, 0o444],
  ])("to %s gets the reason, and nothing is written", (_, folderMode, fileMode) => {
    const { path, read, otherFiles } = config();
    give(path);
    give(join(path, ".."));
    chmodSync(path, fileMode);
    chmodSync(join(path, ".."), folderMode);
    const write = () => asUser(() => writeConfigFile(readConfigFile(path, json), "{}\n"));
    expect(write).toThrow(`${path} cannot be written and is unchanged: EACCES`);
    chmodSync(join(path, ".."), 0o755);
    expect(read()).toBe('{\n  "version": 3\n}\n');
    expect(otherFiles()).toEqual([]);
  });

  test("to read the file gets the reason", () => {
    const { path } = config();
    give(path);
    give(join(path, ".."));
    chmodSync(path, 0o200);
    expect(() => asUser(() => readConfigFile(path, json))).toThrow(`${path} cannot be read: EACCES`);
  });

  test.runIf(isRoot)("to give the file away writes it in place, so that its owner stays (run as root)", () => {
    const { path, read, otherFiles } = config();
    chmodSync(path, 0o666);
    give(join(path, ".."));
    const { ino } = statSync(path);
    asUser(() => writeConfigFile(readConfigFile(path, json), "{}\n"));
    expect(statSync(path)).toMatchObject({ uid: 0, gid: 0, ino });
    expect(read()).toBe("{}\n");
    expect(otherFiles()).toEqual(["config.json.bak"]);
  });
});

test.runIf(isRoot)("root keeps the owner of another user's file (run as root)", async () => {
  const { path } = config();
  chownSync(path, 65_534, 65_533);
  await add(path);
  for (const name of [path, `${path}.bak`]) expect(statSync(name)).toMatchObject({ uid: 65_534, gid: 65_533 });
});
