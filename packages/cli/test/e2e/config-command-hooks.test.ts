import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import type { JsonExtra } from "@agent-hook/sdk/internal/installs";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { describe, expect, test } from "vitest";
import { fakeHookSource, folder, GUARD } from "../config-folder.js";
import { AGENTS, agentNamed, fileText, NOT_MOVED, projectFile, userFile, valueIn } from "../doctor/agents.js";
import { onPlatform } from "../on-platform.js";
import { agentHook } from "../run-command.js";

const MOVED_TO = "/moved";
/** Returns the variable that moves the user's file, and the path in the new folder. */
const movedFile = (host: string): readonly [variable: string, file: string] => {
  const { locationVariable, user } = agentNamed(host).places;
  return [locationVariable, relative(MOVED_TO, user("guard", { [locationVariable]: MOVED_TO }, "/"))];
};

/** Creates an empty home and, in it, a project with a hook. */
function home() {
  const path = folder();
  const cwd = join(path, "project");
  mkdirSync(cwd);
  const hook = join(path, "guard.cjs");
  writeFileSync(
    hook,
    fakeHookSource({ ...GUARD, hosts: [...AGENTS], deadlines: { ...GUARD.deadlines, oneCallMs: 4500 } }),
  );
  const run = (host: string, flags: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
    const command = flags.includes("--name") ? [] : ["--", process.execPath, hook];
    return agentHook(["config", host, ...flags, ...command], { cwd, env: { ...NOT_MOVED, HOME: path, ...env } });
  };
  return { path, cwd, run };
}

const read = (path: string) => readFileSync(path, "utf8");

/** The administrator's file of each host on Linux and macOS. */
const MANAGED: Readonly<Record<string, RegExp>> = {
  "claude-code": /\/(?:etc\/claude-code|Library\/Application Support\/ClaudeCode)\/managed-settings\.json/,
  gemini: /\/(?:etc\/gemini-cli|Library\/Application Support\/GeminiCli)\/settings\.json/,
  qwen: /\/(?:etc\/qwen-code|Library\/Application Support\/QwenCode)\/settings\.json/,
};

describe("config --managed", () => {
  test.each(Object.entries(MANAGED))(
    "%s: prints the entry and the administrator's file, writes nothing",
    async (host, file) => {
      const { path, run } = home();
      const { code, stdout, stderr } = await run(host, ["--managed"]);
      expect(code, stderr).toBe(0);
      expect(JSON.parse(stdout)).toHaveProperty("hooks");
      expect(stderr).toMatch(file);
      expect(stderr).toContain("nothing was written");
      expect(stderr).not.toContain(userFile(host));
      expect(existsSync(join(path, userFile(host)))).toBe(false);
    },
  );

  test("says that no file is known, and which hosts have one", async () => {
    for (const host of AGENTS.filter((name) => MANAGED[name] === undefined)) {
      const { code, stdout, stderr } = await home().run(host, ["--managed"]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain("claude-code, gemini and qwen");
    }
  });

  test.each([["--write"], ["--project"], ["file.json"]])("is not combined with %s", async (flag) => {
    const { code, stderr } = await home().run("claude-code", [flag, "--managed"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--managed only prints");
  });
});

describe("config --resident", () => {
  test("is written, replaces the entry without it, and is removed with it", async () => {
    const { path, run } = home();
    const file = join(path, userFile("claude-code"));
    await run("claude-code", ["--write", "--yes"]);
    const { code, stderr } = await run("claude-code", ["--write", "--yes", "--resident"]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("It ends after 10 minutes without a call");
    expect(read(file).match(/guard\.sh' \S+/g)).toEqual(read(file).match(/guard\.sh' resident-(?:block|continue)/g));
    await run("claude-code", ["--write", "--yes", "--remove", "--name", "guard"]);
    expect(existsSync(file)).toBe(false);
  });

  test("says on macOS that the hook is started for each call", async () => {
    const { run } = home();
    onPlatform("darwin");
    const { code, stderr } = await run("claude-code", ["--write", "--yes", "--resident"]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("It needs Linux: on this system, the hook is started for each call.");
  });

  test("is only for hosts that use the launcher, and for commands whose own process can stay", async () => {
    const { cwd } = home();
    const result = (host: string, ...command: readonly string[]) =>
      agentHook(["config", host, "--resident", "--", ...command], { cwd });
    expect(await result("picoclaw", process.execPath, "../guard.cjs")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("picoclaw keeps the hook running by itself"),
    });
    expect(await result("claude-code", "sh", "../guard.cjs")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("expected a command that starts with node"),
    });
  });
});

/** What a file may contain besides JSON. */
const EXTRAS: readonly (readonly [JsonExtra, string])[] = [
  ["comments", "{ // mine\n}\n"],
  ["trailing commas", '{ "hooks": {}, }\n'],
  ["a byte order mark", '\uFEFF{ "hooks": {} }\n'],
];

describe.each(AGENTS)("config %s", (host) => {
  const { initialFields = {}, activationNote, rejectsJson, places, listsAtTop, frame, toml } = agentNamed(host);
  const sessionNote = `${places.sessionNote}\n`;

  test("prints the file's content and where it belongs", async () => {
    const { path, run } = home();
    const { stdout, stderr, ...ended } = await run(host);
    expect(ended.code, stderr).toBe(0);
    const file = valueIn(stdout, host);
    if (listsAtTop) expect(Object.keys(HOST_EVENTS[host] ?? {})).toEqual(expect.arrayContaining(Object.keys(file)));
    else expect(Object.keys(file)).toEqual([...Object.keys(initialFields), "hooks"]);
    expect(stderr).toContain(`Add it to ${join(path, userFile(host))}, or use --write`);
    expect(stderr.includes("Not active until trusted")).toBe(activationNote !== undefined);
    expect(existsSync(join(path, dirname(userFile(host))))).toBe(false);
  });

  test("writes the user's own file and its folder if --write names no file, and nothing the second time", async () => {
    const { path, run } = home();
    const file = join(path, userFile(host));
    const { stderr, ...ended } = await run(host, ["--write", "--yes"]);
    expect(ended.code, stderr).toBe(0);
    const text = read(file);
    expect(text).toContain("guard.sh");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await run(host, ["--write", "--yes"]);
    expect(again).toMatchObject({
      code: 0,
      stdout: `nothing to change: ${file} already has "guard"\n`,
    });
    expect(again.stderr.includes("Not active until trusted")).toBe(activationNote !== undefined);
    expect(read(file)).toBe(text);
    const removed = await run(host, ["--write", "--yes", "--remove", "--name", "guard"]);
    expect(removed).toMatchObject({ code: 0, stderr: sessionNote });
    // What open sessions do matters only if the file has changed.
    expect([stderr, again.stderr].map((text) => text.includes(sessionNote))).toEqual([true, false]);
    expect(existsSync(file)).toBe(false);
  });

  test("uses the folder that the host's variable names", async () => {
    const { path, run } = home();
    const [variable, file] = movedFile(host);
    expect(await run(host, ["--write", "--yes"], { [variable]: join(path, "moved") })).toMatchObject({ code: 0 });
    expect(read(join(path, "moved", file))).toContain("guard.sh");
    expect(existsSync(join(path, userFile(host)))).toBe(false);
  });

  test.skipIf(frame || toml)("keeps the rest of the file byte for byte", async () => {
    const { path, run } = home();
    const file = join(path, userFile(host));
    mkdirSync(dirname(file), { recursive: true });
    const comment = rejectsJson.includes("comments") ? "" : " // mine";
    const lists = listsAtTop ? '"x": [{"hooks":[ ]}]' : '"hooks": {"x": [{"hooks":[ ]}] }';
    const before = `{\r\n\t"description" : "[1,2]",${comment}\r\n\t${lists}${comment}\r\n}`;
    writeFileSync(file, before, { mode: 0o644 });
    expect(await run(host, ["--write", "--yes"])).toMatchObject({ code: 0 });
    expect(read(file)).toContain(listsAtTop ? lists : '{"x": [{"hooks":[ ]}],"');
    expect(await run(host, ["--write", "--remove", "--yes", "--name", "guard"])).toMatchObject({ code: 0 });
    expect(read(file)).toBe(before);
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  test.skipIf(frame || toml)("rejects a file with what the host does not read", async () => {
    const { cwd, run } = home();
    const file = join(cwd, "x.json");
    for (const [what, text] of EXTRAS) {
      writeFileSync(file, text);
      const isAccepted = !rejectsJson.includes(what);
      const { stderr, code } = await run(host, ["--write", "x.json", "--yes"]);
      expect(code, what).toBe(isAccepted ? 0 : 2);
      expect(stderr.includes(`x.json has ${what}, and `), what).toBe(!isAccepted);
      if (!isAccepted) expect(read(file)).toBe(text);
    }
  });

  test.skipIf(places.project === undefined)("writes the project's file, and says when the host reads it", async () => {
    const { path, cwd, run } = home();
    const { stdout, stderr, code } = await run(host, ["--write", "--project", "--yes"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`wrote ${projectFile(host, "guard")}\n`);
    expect(stderr).toMatch(/trust/);
    expect(read(join(cwd, projectFile(host, "guard")))).toContain("guard.sh");
    expect(existsSync(join(path, userFile(host)))).toBe(false);
    expect((await run(host, ["--project"])).stderr).toContain(
      `Add it to ${projectFile(host, "guard")}, or use --write --project\n`,
    );
  });
});

describe("config claude-code", () => {
  const host = "claude-code";

  test.each(["", "."])("writes nothing if HOME is %j, and says so", async (HOME) => {
    const { cwd, run } = home();
    const { code, stderr } = await run(host, ["--write", "--yes"], { HOME });
    expect(code).toBe(2);
    expect(stderr).toContain("expected an absolute path");
    expect(existsSync(join(cwd, userFile(host)))).toBe(false);
  });

  test("writes nothing if HOME does not exist, and says so", async () => {
    const { path, run } = home();
    const HOME = join(path, "nobody");
    const { code, stderr } = await run(host, ["--write", "--yes"], { HOME });
    expect(code).toBe(2);
    expect(stderr).toContain(`HOME is ${HOME}, which does not exist`);
    expect(existsSync(HOME)).toBe(false);
    const { code: moved } = await run(host, ["--write", "--yes"], { HOME, [movedFile(host)[0]]: join(path, "moved") });
    expect(moved).toBe(0);
  });

  test("lists the existing hooks if none has the name to remove", async () => {
    const { path, run } = home();
    const file = join(path, userFile(host));
    await run(host, ["--write", "--yes"]);
    const { stdout, ...ended } = await run(host, ["--write", file, "--yes", "--remove", "--name", "gaurd"]);
    expect(ended.code).toBe(0);
    expect(stdout).toBe(`nothing to remove: ${file} has no "gaurd"; it has "guard"\n`);
  });

  test.each(["~/moved", "moved"])("rejects a relative folder in the host's variable: %s", async (place) => {
    const { cwd, run } = home();
    const [variable, file] = movedFile(host);
    for (const flags of [["--write", "--yes"], []]) {
      const { code: ended, stdout, stderr } = await run(host, flags, { [variable]: place });
      expect({ ended, stdout }).toEqual({ ended: 2, stdout: "" });
      expect(stderr).toBe(
        `agent-hook: ${variable} leads to ${place}/${file}: expected an absolute path; only a shell expands ~\n`,
      );
    }
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("names the file that is in place of a folder", async () => {
    const { path, run } = home();
    const [first = ""] = userFile(host).split("/");
    writeFileSync(join(path, first), "");
    expect(await run(host, ["--write", "--yes"])).toEqual({
      code: 2,
      stdout: "",
      stderr: `agent-hook: ${join(path, userFile(host))}: ${join(path, first)} is not a folder: move it, or name another file\n`,
    });
  });

  test("writes no file and makes no folder without --yes", async () => {
    const { path, run } = home();
    expect(await run(host, ["--write"])).toMatchObject({ code: 2 });
    expect(existsSync(join(path, dirname(userFile(host))))).toBe(false);
  });

  test.each(["a file", "a folder"])("writes no project file behind a link to %s outside the project", async (what) => {
    const { path, cwd, run } = home();
    const elsewhere = join(path, "elsewhere", projectFile(host, "guard"));
    mkdirSync(dirname(elsewhere), { recursive: true });
    writeFileSync(elsewhere, fileText(host, "{}"));
    const [first = ""] = projectFile(host, "guard").split("/");
    const link = join(cwd, what === "a file" ? projectFile(host, "guard") : first);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(what === "a file" ? elsewhere : join(path, "elsewhere", first), link);
    expect(await run(host, ["--write", "--project", "--yes"])).toEqual({
      code: 2,
      stdout: "",
      stderr: `agent-hook: ${projectFile(host, "guard")} resolves to ${elsewhere}, outside of this folder: to change that file, name it\n`,
    });
    expect(read(elsewhere)).toBe(fileText(host, "{}"));
  });

  test("writes no project file with a second hard link, unless the file is named", async () => {
    const { path, cwd, run } = home();
    const elsewhere = join(path, "elsewhere.json");
    writeFileSync(elsewhere, fileText(host, "{}"));
    const file = join(cwd, projectFile(host, "guard"));
    mkdirSync(dirname(file), { recursive: true });
    linkSync(elsewhere, file);
    expect(await run(host, ["--write", "--project", "--yes"])).toEqual({
      code: 2,
      stdout: "",
      stderr: `agent-hook: ${projectFile(host, "guard")} has another hard link, which may be outside of this folder: to change that file, name it\n`,
    });
    expect(readdirSync(dirname(file))).toHaveLength(1);
    expect(read(elsewhere)).toBe(fileText(host, "{}"));
    expect(await run(host, ["--write", file, "--yes"])).toMatchObject({ code: 0 });
    expect(read(elsewhere)).toContain("guard.sh");
  });
});

test("config rejects a file that the host would ignore, and warns about parts that the host skips", async () => {
  const { cwd, run } = home();
  const file = join(cwd, "x.json");
  const dropped = '{ "hooks": { "PreToolUse": [null] } }';
  writeFileSync(file, dropped);
  expect(await run("claude-code", ["--write", "x.json", "--yes"])).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "agent-hook: x.json: hooks.PreToolUse[0]: expected object, got null; Claude Code ignores all hooks of such a file: fix that first, or name another file\n",
  });
  expect(read(file)).toBe(dropped);
  writeFileSync(file, '{ "hooks": { "Stop": [null] } }');
  const { code: ended, stderr } = await run("claude-code", ["--write", "x.json", "--yes"]);
  expect(ended).toBe(0);
  expect(stderr).toContain("Warning: hooks.Stop[0]: expected object, got null; Claude Code skips it.\n");
});

test("config codex lists the hooks of others that lose their trust when ours leaves their group, if it trusts any", async () => {
  const { path, run } = home();
  const file = join(path, userFile("codex"));
  await run("codex", ["--write", "--yes"]);
  const value = JSON.parse(read(file));
  const other = { type: "command", command: "true" };
  value.hooks.PreToolUse[0].hooks = [other, value.hooks.PreToolUse[0].hooks[0], other];
  writeFileSync(file, JSON.stringify(value));
  const note =
    'Codex trusts a hook by its position: hooks after "guard" in its group at PreToolUse must be trusted again.\n';
  const remove = () => run("codex", ["--write", file, "--remove", "--yes", "--name", "guard"]);
  const restart = `${agentNamed("codex").places.sessionNote}\n`;
  expect((await remove()).stderr).toBe(restart);
  writeFileSync(file, JSON.stringify(value));
  const key = JSON.stringify(`${file}:pre_tool_use:0:1`);
  writeFileSync(join(dirname(file), "config.toml"), `[hooks.state.${key}]\ntrusted_hash = "sha256:x"\n`);
  const warning = "Warning: Codex may still trust the removed hook: codex is not on the PATH\n";
  expect((await remove()).stderr).toBe(`${note}${warning}${restart}`);
  writeFileSync(file, JSON.stringify(value));
  expect((await run("codex", ["--write", "--yes"])).stderr).toContain(note);
  expect((await run("codex", ["--write", "--yes"])).stderr).not.toContain(note);
});

test.each<[flags: readonly string[], message: string]>([
  [["claude-code", "x.json", "--project"], "expected --project or a file name, not both"],
  [["claude-code", "--project", "--write", "x.json"], "expected --project or a file name, not both"],
  [["picoclaw", "--project"], "--project: picoclaw needs absolute paths in its config; name the file instead"],
  [["kimi", "--project"], "--project: Kimi Code reads hooks only from the user's own file, not from a project's"],
  [["claude-code@2.1.332"], '"2.1.332" is not a version of claude-code; remove it: claude-code'],
])("config %j is rejected", async (flags, message) => {
  const { code: ended, stderr } = await agentHook(["config", ...flags, "--", "true"]);
  expect(ended).toBe(2);
  expect(stderr).toBe(`agent-hook: ${message}\n`);
});

test("config --json reports that a Codex hook is not active, and exits with 0", async () => {
  const { run } = home();
  const { code: ended, stdout } = await run("codex", ["--json", "--write", "--yes"]);
  expect(ended).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    host: "codex",
    changed: true,
    notes: expect.arrayContaining([expect.stringMatching(/^Not active until trusted/)]),
  });
});
