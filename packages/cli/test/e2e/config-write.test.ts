import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fakeHookSource, folder, GUARD } from "../config-folder.js";
import { add, config, HOOK, processes, remove, write } from "../config-writing.js";
import { agentHook, file } from "../run-command.js";

const node = process.execPath;
const BIN = file("packages/cli/bin/agent-hook.js");

describe("config --write", () => {
  test.each([
    ["comments", '{\n  // mine\n  "version": 3\n}\n', true],
    ["a trailing comma", '{ "version": 3, }\n', true],
    ["a byte order mark", '\uFEFF{ "version": 3 }\n', true],
    ["plain JSON", '{ "version": 3 }\n', false],
  ])("says whether PicoClaw starts with a file that has %s", async (_, text, isWarned) => {
    const { stderr, code } = await add(config(text).path);
    expect(code).toBe(0);
    expect(stderr.includes("does not start with the comments, trailing commas or byte order mark")).toBe(isWarned);
  });

  test("shows the difference, merges, and keeps a copy with the same mode", async () => {
    const { path, read, otherFiles } = config();
    const before = read();
    const { code, stdout, stderr } = await add(path);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(
      /^--- .*\n\+\+\+ .*\n@@ -1,3 \+1,19 @@\n {\n- {2}"version": 3\n\+ {2}"version": 3,\n\+ {2}"hooks": \{\n/,
    );
    expect(stdout).toMatch(/\nwrote .*; backup: .*config\.json\.bak\n$/);
    expect(stderr).toContain("denies every tool call");
    expect(JSON.parse(read())).toMatchObject({ version: 3, hooks: { processes: { guard: { enabled: true } } } });
    expect(otherFiles()).toEqual(["config.json.bak"]);
    expect(readFileSync(`${path}.bak`, "utf8")).toBe(before);
    for (const name of [path, `${path}.bak`]) expect(statSync(name).mode & 0o777).toBe(0o640);
  });

  test("changes nothing the second time", async () => {
    const { path, read, otherFiles } = config();
    await add(path);
    const before = read();
    const { ino } = statSync(path);
    const { code, stdout } = await write(path, ...HOOK);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `nothing to change: ${path} already has "guard"\n` });
    expect(read()).toBe(before);
    expect(statSync(path).ino).toBe(ino);
    expect(otherFiles()).toEqual(["config.json.bak"]);
  });

  test("never overwrites an earlier copy, nor deletes what is not a copy of the file", async () => {
    const { path, otherFiles } = config();
    writeFileSync(`${path}.bak`, "mine");
    await add(path);
    expect(otherFiles()).toEqual(["config.json.bak", "config.json.bak.2"]);
    await remove(path);
    expect(readFileSync(`${path}.bak`, "utf8")).toBe("mine");
    expect(otherFiles()).toEqual(["config.json.bak"]);
  });

  test("with --remove, keeps a copy that has something which the file has no longer", async () => {
    const { path, read, otherFiles } = config();
    await add(path);
    writeFileSync(path, read().replace('"version": 3', '"version": 4'));
    const { stdout } = await remove(path);
    expect(stdout).not.toContain("deleted");
    expect(otherFiles()).toEqual(["config.json.bak"]);
  });

  test.each([
    ["{}", ".bak"],
    ["{\n  // mine\n}\n", ""],
  ])("with --remove, keeps the user's file %j, although nothing is in it", async (text, ending) => {
    const { path, read, otherFiles } = config(text);
    await add(path);
    if (ending === "") rmSync(`${path}.bak`);
    await remove(path);
    expect({ text: read(), otherFiles: otherFiles() }).toEqual({ text, otherFiles: [] });
  });

  test("with --remove, keeps a file that has a link to it", async () => {
    const { path } = config();
    rmSync(path);
    writeFileSync(`${path}.real`, "{}");
    symlinkSync(`${path}.real`, path);
    await add(path);
    rmSync(`${path}.real.bak`);
    await remove(path);
    expect(readFileSync(path, "utf8")).toBe("{}");
  });

  test("without a terminal and without --yes, shows the difference, writes nothing and exits with 2", async () => {
    const { path, read, otherFiles } = config();
    const before = read();
    const { code, stdout, stderr } = await write(path, ...HOOK);
    expect(code).toBe(2);
    expect(stdout).toContain('+      "guard": {');
    expect(stderr).toBe(`agent-hook: nothing was written: to write ${path} without asking, add --yes\n`);
    expect({ text: read(), otherFiles: otherFiles() }).toEqual({ text: before, otherFiles: [] });
  });

  test("with --json, prints one document", async () => {
    const { path } = config();
    const rejected = await write(path, "--json", ...HOOK);
    expect(rejected).toMatchObject({ code: 2, stderr: "" });
    expect(JSON.parse(rejected.stdout)).toEqual({
      error: { code: "usage", message: expect.stringContaining("--yes") },
    });
    const { stdout, stderr } = await add(path, "--json");
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({
      host: "picoclaw",
      config: { hooks: { enabled: true } },
      notes: [expect.any(String), expect.any(String), expect.any(String)],
      file: path,
      changed: true,
      backup: `${path}.bak`,
    });
    expect(JSON.parse((await add(path, "--json")).stdout)).toMatchObject({ file: path, changed: false });
    expect(JSON.parse((await remove(path, "--json")).stdout)).toEqual({
      host: "picoclaw",
      file: path,
      changed: true,
      deleted: [`${path}.bak`],
    });
  });

  test("puts the guard before the existing processes", async () => {
    const { path, read } = config('{"hooks":{"enabled":true,"processes":{"log":{"priority":-30},"other":{}}}}');
    await add(path);
    expect(processes(read())).toMatchObject({ log: { priority: -30 }, guard: { priority: -40 } });
  });

  test("makes a new file readable only by its owner", async () => {
    const path = join(folder(), "new.json");
    const { code, stdout } = await add(path);
    expect(code).toBe(0);
    expect(stdout).toContain(`wrote ${path}\n`);
    expect(readFileSync(path, "utf8")).toMatch(/^\{\n {2}"hooks": \{\n(.*\n)*\}\n$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, ".."))).toEqual(["new.json"]);
  });

  test("writes an MCP client's file", async () => {
    const { path, read } = config("{}\n");
    const hook = join(folder(), "hook.js");
    writeFileSync(hook, fakeHookSource({ ...GUARD, tools: [{ name: "a" }] }));
    const args = ["config", "mcp", "--write", path, "--yes", "--", "node", hook];
    expect(await agentHook(args)).toMatchObject({ code: 0 });
    expect(JSON.parse(read())).toEqual({
      mcpServers: { guard: { command: node, args: [hook, "--host", "mcp"] } },
    });
    expect(await agentHook([...args.slice(0, 5), "--remove", ...args.slice(5)])).toMatchObject({ code: 0 });
    expect(read()).toBe("{}\n");
  });
});

describe("config --remove", () => {
  test.each([
    ["spaces", '{\n  "version": 3\n}\n'],
    ["tabs", '{\n\t"version": 3,\n\t"a": {\n\t\t"b": []\n\t}\n}\n'],
    ["CRLF", '{\r\n  "version": 3\r\n}\r\n'],
    ["a byte order mark", '\uFEFF{\n  "version": 3\n}\n'],
    ["no newline at the end", '{\n    "version": 3\n}'],
    ["comments and trailing commas", '// mine\n{\n  "version": 3, // three\n  /* more */\n}\n// end\n'],
    ["one line", '{"version":3,"hooks":{"enabled":true,"defaults":{"observer_timeout_ms":500}}}'],
    ["no content", "{}"],
    ["only a newline", "{}\n"],
  ])("restores the bytes of a file with %s", async (_, text) => {
    const { path, read } = config(text);
    await add(path);
    expect(read()).toContain('"guard"');
    expect(read().includes("\r")).toBe(text.includes("\r"));
    const { code, stdout } = await remove(path);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n-\s.*guard|\n-\{.*guard/);
    expect(read()).toBe(text);
  });

  test.each([
    ["is empty", ""],
    ["has only whitespace", " \n"],
  ])("leaves an empty object in a file that %s", async (_, text) => {
    const { path, read } = config(text);
    await add(path);
    await remove(path);
    expect(read()).toBe("{}\n");
  });

  test("of a missing entry says so, asks nothing and writes nothing", async () => {
    const { path, otherFiles } = config();
    const { code, stdout } = await write(path, "--remove", "--name", "guard");
    expect({ code, stdout }).toEqual({ code: 0, stdout: `nothing to remove: ${path} has no "guard"\n` });
    expect(otherFiles()).toEqual([]);
    const missing = join(folder(), "none.json");
    expect(await remove(missing)).toMatchObject({ code: 0, stdout: `nothing to remove: ${missing} has no "guard"\n` });
    expect(existsSync(missing)).toBe(false);
  });

  test("without --yes asks too", async () => {
    const { path, read } = config();
    await add(path);
    const before = read();
    expect(await write(path, "--remove", "--name", "guard")).toMatchObject({ code: 2 });
    expect(read()).toBe(before);
  });
});

const noScript = !spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");

describe.skipIf(noScript)("a user at a terminal", () => {
  /** Answers the prompt as soon as it appears. */
  function answer(path: string, keys: string) {
    const command = [node, BIN, "config", "picoclaw", "--write", path, ...HOOK].map((word) => `'${word}'`).join(" ");
    // In CI, Node assumes a terminal without colours.
    const { CI: _, NO_COLOR: __, ...env } = process.env;
    const child = spawn("script", ["-qec", `stty cols 100 rows 40; ${command}`, "/dev/null"], {
      env: { ...env, TERM: "xterm-256color" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    let shown = "";
    let answered = false;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      shown += text;
      if (answered || !shown.includes("No")) return;
      answered = true;
      child.stdin.write(keys);
    });
    return new Promise<{ code: number | null; shown: string }>((resolve) =>
      child.once("close", (code) => resolve({ code, shown })),
    );
  }

  test("sees the difference in colour, agrees, and the file is written", async () => {
    const { path, read } = config();
    const { code, shown } = await answer(path, "y");
    expect(code, shown).toBe(0);
    expect(shown).toContain('\u001b[32m+      "guard": {');
    expect(processes(read())).toHaveProperty("guard");
  });

  test.each([
    ["says no", "n", 0],
    ["presses Ctrl-C", "\u0003", 130],
  ])("%s, and nothing is written", async (_, keys, expected) => {
    const { path, read, otherFiles } = config();
    const { code, shown } = await answer(path, keys);
    expect(code).toBe(expected);
    expect(shown).toContain("nothing was written");
    expect(shown).not.toContain("denies every tool call");
    expect({ text: read(), otherFiles: otherFiles() }).toEqual({ text: '{\n  "version": 3\n}\n', otherFiles: [] });
  });
});
