import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { describing, folder } from "../config-folder.js";
import {
  AGENTS,
  agentNamed,
  change,
  diagnosed,
  entries,
  eventBeforeTool,
  fakeCodex,
  type Home,
  home,
  idsOf,
  listed,
  MANIFEST,
  write,
  writingCodex,
} from "../doctor/agents.js";

beforeEach(() => {
  // The shell that Gemini CLI needs, and no agent.
  const bin = folder();
  symlinkSync("/bin/bash", join(bin, "bash"));
  vi.stubEnv("PATH", bin);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Creates a home that contains only what the test adds. */
function trusting(env: NodeJS.ProcessEnv = {}): Home {
  return home({ GEMINI_CLI_TRUST_WORKSPACE: "true", COPILOT_ALLOW_ALL: "true", ...env });
}

function renameTo(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}

/** Adds the finding of an agent that is asked which hooks it trusts, if it is not installed. */
const whole = (name: string, ...ids: string[]) => [...ids, ...(agentNamed(name).trust ? ["trust-unasked"] : [])];

describe.each(AGENTS)("doctor of %s", (name) => {
  test("finds nothing in what config makes, but that it stands in both files of the user and the project", async () => {
    const at = trusting();
    at.configure(name);
    at.configure(name, "project");
    expect(idsOf(await at.diagnose(name))).toEqual([[], [], whole(name, "configured-twice")]);
  });

  test("looks at a file once where the home is the project", async () => {
    const at = trusting();
    at.configure(name);
    expect(idsOf(await diagnosed(name, { ...at, folder: at.home }))).toEqual([[], whole(name)]);
  });

  test("says where it looked when there is no hook", async () => {
    const { findings } = await trusting().diagnose(name);
    expect(findings.map(({ id }) => id)).toEqual(["nothing-guards"]);
  });

  test.each<[what: string, text: string]>([
    ["text", "hello"],
    ["a list", "[]"],
    ["a file that is cut off", '{ "hooks": {\n  "PreToolUse": ['],
    ["trailing commas", '{ "hooks": {}, }'],
  ])("says that the agent cannot read %s", async (_, text) => {
    const at = trusting();
    write(at.configure(name), text);
    const [finding] = (await at.diagnose(name)).findings;
    expect(finding).toMatchObject({ id: "broken-file" });
  });

  // Root can read any file except this one.
  test.skipIf(process.platform !== "linux")("says what to do about a file that cannot be read", async () => {
    const at = trusting();
    const path = at.configure(name);
    rmSync(path);
    symlinkSync("/proc/self/mem", path);
    const [finding] = (await at.diagnose(name)).findings;
    expect(finding).toMatchObject({ id: "broken-file", fix: "make the file readable, and run doctor again" });
  });

  test.each<[what: string, change: (text: string) => string, ids: readonly string[]]>([
    ["a launcher that is gone", (text) => text.replaceAll("guard.sh", "gone.sh"), ["launcher-missing"]],
    ["a Node that is gone", (text) => text.replaceAll(`'${process.execPath}'`, "'/no/node'"), ["program-missing"]],
    ["a hook that is gone", (text) => text.replaceAll("guard.cjs", "gone.cjs"), ["hook-missing"]],
    ["the refusal of another host", (text) => text.replaceAll("refused", "granted"), ["wrong-refusal"]],
    ["a guard that is let through", (text) => text.replaceAll("' block ", "' continue "), ["wrong-mode"]],
    ["a limit below the hook's own deadline", (text) => text.replace(/ 6 '/g, " 4 '"), ["limits-order"]],
    ["a relative path", (text) => text.replaceAll(`'${process.execPath}'`, "'bin/node'"), ["unsafe-command"]],
  ])("finds %s", async (_, edit, ids) => {
    const at = trusting();
    change(at.configure(name), edit);
    const [found] = idsOf(await at.diagnose(name));
    // With `continue`, the text after the launcher differs.
    expect(found).toEqual(expect.arrayContaining([...ids]));
    expect(found?.filter((id) => !ids.includes(id) && id !== "wrong-refusal" && id !== "no-on-failure")).toEqual([]);
  });

  test("finds a hook that does not start", async () => {
    const at = trusting();
    at.configure(name);
    write(at.hook, "throw new Error('broken');");
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["describe-failed"]);
  });

  test("finds a hook of the SDK without the launcher, and says of others what they may do", async () => {
    const at = trusting();
    const file = at.configure(name);
    const key = agentNamed(name).keys.command;
    const hook = join(folder(), "hook.cjs");
    const said = JSON.stringify(JSON.stringify(MANIFEST));
    write(hook, `/* @agent-hook/sdk */ if (process.argv.includes("--describe")) console.log(${said});`);
    entries(file, (entry) => {
      entry[key] = `${process.execPath} ${hook}`;
    });
    expect(idsOf(await at.diagnose(name))).toEqual([["bare-command"], whole(name)]);
    entries(file, (entry) => {
      entry[key] = "exit 0";
    });
    expect(idsOf(await at.diagnose(name))).toEqual([[], [...whole(name), "allow-unseen"]]);
  });

  test("finds an event in the wrong case, where the agent asks nobody", async () => {
    const at = trusting();
    const event = eventBeforeTool(name);
    const [first = ""] = event;
    const isCapital = first === first.toUpperCase();
    const other = `${isCapital ? first.toLowerCase() : first.toUpperCase()}${event.slice(1)}`;
    change(at.configure(name), (text) => text.replaceAll(`"${event}":`, `"${other}":`));
    const { hooks, findings } = await at.diagnose(name);
    expect(findings[0]).toMatchObject({ id: "unknown-event", message: expect.stringContaining(`spells it ${event}`) });
    expect(hooks[0]?.findings.map(({ id }) => id)).toContain("missing-event");
  });

  test("finds a limit in the unit of another agent, and under its key", async () => {
    const at = trusting();
    const file = at.configure(name);
    const { key, perSecond } = agentNamed(name).limit;
    entries(file, (entry) => {
      entry[key] = perSecond === 1000 ? 10 : 10_000;
    });
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["timeout-unit"]);
    entries(file, (entry) => {
      delete entry[key];
      entry[key === "timeoutSec" ? "timeout" : "timeoutSec"] = 10;
    });
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["timeout-unit"]);
  });

  test("finds what the hook handles and is not asked, and the other way round", async () => {
    const at = trusting();
    at.configure(name);
    const file = at.configure(name, "user", { ...MANIFEST, points: ["beforeTool", "afterTool"] });
    write(at.hook, describing({ ...MANIFEST, points: ["beforeTool"] }));
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["superfluous-event"]);
    at.configure(name, "user", { ...MANIFEST, points: ["afterTool"] });
    write(at.hook, describing({ ...MANIFEST, points: ["beforeTool", "afterTool"] }));
    const { hooks } = await at.diagnose(name);
    expect(hooks[0]?.findings).toEqual([
      expect.objectContaining({ id: "missing-event", message: expect.stringContaining("nothing is denied") }),
    ]);
    rmSync(file);
  });

  test("finds an entry of ours of another type", async () => {
    const at = trusting();
    entries(at.configure(name), (entry) => {
      Object.assign(entry, { type: "prompt", prompt: "x" });
    });
    expect(idsOf(await at.diagnose(name)).at(-1)).toContain("other-type");
  });

  test("knows an entry of ours without a type", async () => {
    const at = trusting();
    entries(at.configure(name), (entry) => {
      delete entry.type;
    });
    const { findings } = await at.diagnose(name);
    const told = findings.filter(({ id }) => id !== "trust-unasked" && id !== "nothing-guards");
    const ids = [...new Set(told.map(({ id }) => id))];
    if (agentNamed(name).defaultType) expect(ids).toEqual([]);
    else expect([["broken-file"], ["not-a-hook", "other-type"]]).toContainEqual(ids);
    if (name === "gemini") expect(told.map(({ message }) => message).join()).toContain('no type instead of "command"');
  });
});

describe("doctor of claude-code", () => {
  test.each<[what: string, hooks: object, settings: object, ids: readonly string[]]>([
    ["a wrong entry of others where permissions are guarded", { PermissionRequest: [null] }, {}, ["broken-file"]],
    ["a setting with a wrong value", {}, { permissions: { defaultMode: 5 } }, ["broken-file"]],
    ["a wrong entry of others elsewhere", { Notification: [{ hooks: [{ type: "zzz" }] }] }, {}, ["not-a-hook"]],
  ])("finds %s", async (_, hooks, settings, ids) => {
    const at = trusting();
    const file = at.configure("claude-code");
    const value = JSON.parse(readFileSync(file, "utf8"));
    write(file, { ...value, ...settings, hooks: { ...value.hooks, ...hooks } });
    expect(idsOf(await at.diagnose("claude-code")).at(-1)).toEqual(ids);
  });

  test.each<[what: string, edit: (entry: Record<string, unknown>, group: Record<string, unknown>) => void, id: string]>(
    [
      ["no onFailure on a guard", (entry) => delete entry.onFailure, "no-on-failure"],
      [
        "a matcher that keeps tools from a guard",
        (_, group) => Object.assign(group, { matcher: "Bash" }),
        "partial-guard",
      ],
      [
        "a condition that keeps calls from a guard",
        (entry) => Object.assign(entry, { if: "Bash(rm *)" }),
        "partial-guard",
      ],
      ["a matcher that does not compile", (_, group) => Object.assign(group, { matcher: "Bash(" }), "bad-matcher"],
      ["an answer that is not waited for", (entry) => Object.assign(entry, { async: true }), "not-awaited"],
      ["arguments, with which no shell is started", (entry) => Object.assign(entry, { args: ["x"] }), "no-shell"],
      ["another shell than the launcher's", (entry) => Object.assign(entry, { shell: "powershell" }), "no-shell"],
      ["an answer that only wakes the model", (entry) => Object.assign(entry, { asyncRewake: true }), "not-awaited"],
    ],
  )("finds %s", async (_, edit, id) => {
    const at = trusting();
    entries(at.configure("claude-code"), edit);
    expect(idsOf(await at.diagnose("claude-code"))[0]).toEqual([id]);
  });

  test.each(["(?!Read).*", "(Bash)\\1"])(
    "finds the matcher %j of Codex, which JavaScript alone compiles",
    async (matcher) => {
      const at = trusting();
      entries(at.configure("codex"), (_, group) => Object.assign(group, { matcher }));
      expect(idsOf(await at.diagnose("codex"))[0]).toContain("bad-matcher");
    },
  );

  test.each([".claude/settings.json", ".claude/settings.local.json"])(
    "finds the project's switch in %s",
    async (path) => {
      const at = trusting();
      at.configure("claude-code");
      write(join(at.folder, path), { disableAllHooks: true });
      const { findings } = await at.diagnose("claude-code");
      expect(findings.map(({ id }) => id)).toEqual(["switched-off"]);
      expect(findings[0]?.message).toContain(path);
    },
  );

  test.each([{ disableAllHooks: true }, { allowManagedHooksOnly: true }])(
    "finds %j in the managed file",
    async (settings) => {
      const managed = join(folder(), "managed-settings.json");
      const at = trusting({ CLAUDE_CODE_MANAGED_SETTINGS_PATH: managed });
      const file = at.configure("claude-code");
      write(managed, settings);
      expect(idsOf(await at.diagnose("claude-code"))).toEqual([[], ["switched-off"]]);
      rmSync(managed);
      // In other files, allowManagedHooksOnly has no effect.
      change(file, (text) => text.replace("{", '{ "allowManagedHooksOnly": true,'));
      expect(idsOf(await at.diagnose("claude-code"))).toEqual([[], []]);
    },
  );

  test("says that comments keep Claude Code from reading a file", async () => {
    const at = trusting();
    change(at.configure("claude-code"), (text) => text.replace("{", "{ // mine\n"));
    expect(idsOf(await at.diagnose("claude-code"))).toEqual([["broken-file"]]);
  });
});

describe("doctor in a folder of a repository", () => {
  const below = (at: Home, ...names: string[]) => {
    const folder = join(at.folder, ...names);
    mkdirSync(folder, { recursive: true });
    return { ...at, folder };
  };

  test("finds Claude Code's local settings at the top, and no others there", async () => {
    const at = trusting();
    at.configure("claude-code");
    const top = (name: string) => join(at.folder, ".claude", name);
    write(top("settings.local.json"), { disableAllHooks: true });
    const sub = below(at, "a", "b");
    expect(idsOf(await diagnosed("claude-code", sub)).at(-1)).toEqual([]);
    mkdirSync(join(at.folder, ".git"));
    expect(idsOf(await diagnosed("claude-code", sub)).at(-1)).toEqual(["switched-off"]);
    renameSync(top("settings.local.json"), top("settings.json"));
    expect(idsOf(await diagnosed("claude-code", sub)).at(-1)).toEqual([]);
  });

  test("finds Codex's hooks and settings in every folder from the top on", async () => {
    const at = trusting();
    at.configure("codex", "project");
    const sub = below(at, "a", "b");
    write(join(at.folder, "a", ".codex", "config.toml"), "[features]\nhooks = false\n");
    expect(idsOf(await diagnosed("codex", sub))).toEqual([["nothing-guards"]]);
    write(join(at.folder, ".git"), "gitdir: elsewhere");
    expect(idsOf(await diagnosed("codex", sub))).toEqual([[], ["switched-off", "trust-unasked"]]);
  });
});

describe("doctor of codex", () => {
  test.each([
    ["the user", (at: Home) => join(at.home, ".codex", "config.toml")],
    ["the project", (at: Home) => join(at.folder, ".codex", "config.toml")],
  ])("finds hooks switched off in the settings of %s where no Codex can be asked", async (_, path) => {
    const at = trusting();
    at.configure("codex");
    write(path(at), 'model = "x"\n[features]\nhooks = false # off\n');
    const { findings } = await at.diagnose("codex");
    expect(findings.map(({ id }) => id)).toEqual(["switched-off", "trust-unasked"]);
    expect(findings[0]?.message).toBe(
      `${path(at)}: hooks is false under [features], so Codex starts no hooks and reports nothing`,
    );
    fakeCodex({ hooks: [] });
    expect(idsOf(await at.diagnose("codex")).at(-1)).toEqual([]);
  });

  test("says that it cannot read settings that are no TOML", async () => {
    const at = trusting();
    at.configure("codex");
    const path = join(at.home, ".codex", "config.toml");
    write(path, "[features]\nhooks = maybe\n");
    const [finding] = (await at.diagnose("codex")).findings;
    expect(finding).toMatchObject({
      id: "broken-file",
      message: expect.stringContaining(`${path} does not parse (line 2, column`),
    });
    write(path, "[features]\nhooks = true\n");
    expect(idsOf(await at.diagnose("codex")).at(-1)).toEqual(["trust-unasked"]);
  });

  const found = async (at: Home) => (await at.diagnose("codex")).hooks[0]?.findings ?? [];

  test("is told by Codex that a hook is trusted", async () => {
    const at = trusting();
    fakeCodex({ hooks: [listed(at.configure("codex"), {})] });
    expect(idsOf(await at.diagnose("codex"))).toEqual([[], []]);
  });

  test.each([
    ["untrusted", { trustStatus: "untrusted" }, "not-trusted", "it is not trusted yet"],
    ["changed", { trustStatus: "modified" }, "not-trusted", "it changed after it was trusted"],
    ["switched off", { enabled: false }, "switched-off", "it is disabled"],
    ["of another command", { command: "true" }, "not-trusted", "does not list it"],
  ])("is told by Codex that a hook is %s", async (_, more, id, what) => {
    const at = trusting();
    fakeCodex({ hooks: [listed(at.configure("codex"), more)] });
    expect(await found(at)).toEqual([expect.objectContaining({ id, message: expect.stringContaining(what) })]);
  });

  /** Returns all files below a folder with their texts. */
  const texts = (path: string) =>
    Object.fromEntries(
      readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "utf8")]),
    );

  const TRUSTED = (keys: readonly string[]) =>
    keys.map((key) => `[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "sha256:x"\n`).join("");

  test.each<[string, string, { moved?: true; linked?: true }]>([
    ["~/.codex", ".codex", {}],
    ["CODEX_HOME", "else", { moved: true }],
    ["a CODEX_HOME that is a link", "else", { moved: true, linked: true }],
  ])("has Codex write into a copy of %s, and asks nobody", async (_, name, { moved = false, linked = false }) => {
    const plain = trusting();
    const own = join(plain.home, name);
    const link = join(plain.home, "link");
    if (linked) symlinkSync(own, link);
    const at = moved
      ? { ...plain, env: { ...plain.env, CODEX_HOME: linked ? link : own, https_proxy: "http://x" } }
      : plain;
    const temporary = folder();
    vi.stubEnv("TMPDIR", temporary);
    renameTo(plain.configure("codex"), join(own, "hooks.json"));
    const project = `${at.folder}/.codex/hooks.json:pre_tool_use:0:0`;
    const settings = `model = "m"\n[otel]\nexporter = "x"\n[projects."/p"]\ntrust_level = "trusted"\n`;
    const keys = [`${own}/hooks.json:pre_tool_use:0:0`, `${own}/hooks.json:post_tool_use:0:0`, project];
    write(join(own, "config.toml"), settings + TRUSTED(keys));
    const said = join(folder(), "said.json");
    writingCodex(said);
    const before = texts(at.home);
    const { hooks, findings } = await diagnosed("codex", at);
    expect(hooks[0]?.findings.map(({ message }) => message)).toEqual([]);
    expect(findings[0]?.message).toBe(`Codex reports: failed to parse ${own}/hooks.json`);
    expect(texts(at.home)).toEqual(before);
    expect(readdirSync(temporary).filter((one) => one.includes("codex"))).toEqual([]);
    const { env, args, config } = JSON.parse(readFileSync(said, "utf8"));
    expect(config).toContain(project);
    expect(config).toContain('[projects."/p"]');
    expect(config).not.toMatch(/otel|model/);
    expect(env).toMatchObject({ https_proxy: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9" });
    expect(env).toMatchObject({ GIT_ALLOW_PROTOCOL: "none", HOME: expect.stringMatching(`^${temporary}/`) });
    expect(args).toContain(`sqlite_home=${JSON.stringify(env.CODEX_HOME)}`);
    write(join(own, "config.toml"), settings + TRUSTED([project]));
    const [{ findings: untrusted } = { findings: [] }] = (await diagnosed("codex", at)).hooks;
    expect([...new Set(untrusted.map(({ id }) => id))]).toEqual(["not-trusted"]);
  });

  test("does not take the user's file for the project's where the home is the project", async () => {
    const at = trusting();
    const file = at.configure("codex");
    const own = { ...listed(file, {}), sourcePath: file, trustStatus: "untrusted" };
    fakeCodex({ hooks: [own, listed(file, {})] });
    expect(idsOf(await diagnosed("codex", { ...at, folder: at.home }))).toEqual([[], []]);
  });

  test("says that trust cannot be told where config.toml does not parse", async () => {
    const at = trusting();
    fakeCodex({ hooks: [listed(at.configure("codex"), {})] });
    write(join(at.home, ".codex", "config.toml"), "[features]\nhooks = maybe\n");
    const { findings } = await at.diagnose("codex");
    expect(findings.map(({ id }) => id)).toEqual(["broken-file", "trust-unasked"]);
  });

  test("says that a project is not trusted where Codex lists none of its hooks", async () => {
    const at = trusting();
    at.configure("codex", "project");
    fakeCodex({});
    expect(await found(at)).toEqual([
      expect.objectContaining({ id: "not-trusted", message: expect.stringContaining("does not trust the project") }),
    ]);
  });

  test("tells what Codex warns of in a file that it reads from a file that it cannot read", async () => {
    const at = trusting();
    const file = at.configure("codex");
    const warnings = [
      "clamping Interrupt hook timeout to 3s in $CODEX_HOME/hooks.json",
      "failed to parse /other/hooks.json",
    ];
    fakeCodex({ hooks: [listed(file, {})], warnings });
    const { findings } = await at.diagnose("codex");
    expect(findings.map(({ id, severity }) => [id, severity])).toEqual([
      ["broken-file", "problem"],
      ["agent-warns", "warning"],
    ]);
  });

  test("says that hooks are switched off, and what Codex warns of", async () => {
    const at = trusting();
    at.configure("codex");
    fakeCodex({ features: { hooks: false }, warnings: ["failed to parse"] });
    expect(idsOf(await at.diagnose("codex"))).toEqual([[], ["switched-off", "broken-file"]]);
    fakeCodex({ errors: [{ path: at.folder, message: "invalid type" }] });
    expect((await at.diagnose("codex")).findings.map(({ message }) => message)).toEqual([
      "Codex reports: invalid type",
    ]);
  });

  test.each([
    ["is not installed", undefined, "codex is not on the PATH"],
    ["ends at once", "process.exit(3)", "it exited"],
    [
      "answers something else",
      'console.log(JSON.stringify({id:1,result:{}})+"\\n"+JSON.stringify({id:2}))',
      "unexpected format",
    ],
  ])("says that trust could not be asked where Codex %s", async (_, script, why) => {
    const at = trusting();
    at.configure("codex");
    if (script !== undefined) fakeCodex(script);
    expect((await at.diagnose("codex")).findings).toEqual([
      expect.objectContaining({ id: "trust-unasked", message: expect.stringContaining(why) }),
    ]);
  });

  test.each([
    ["a field that it does not know", (text: string) => text.replace("{", '{ "zzz": 1,')],
    ["a limit that is no whole number", (text: string) => text.replace(/"timeout": \d+/, '"timeout": 3.5')],
  ])("says that Codex drops a file with %s", async (_, edit) => {
    const at = trusting();
    change(at.configure("codex"), edit);
    expect(idsOf(await at.diagnose("codex"))).toEqual([["broken-file"]]);
  });
});

describe("doctor of gemini", () => {
  const untold = () => home();
  const trustedFolders = (at: Home) => join(at.home, ".gemini", "trustedFolders.json");

  test("says that Gemini CLI asks about a folder that nobody decided on", async () => {
    const at = untold();
    at.configure("gemini");
    expect(idsOf(await at.diagnose("gemini"))).toEqual([[], ["trust-undecided"]]);
  });

  test.each<[what: string, rules: (at: Home) => object, ids: readonly string[]]>([
    ["the folder trusted", (at) => ({ [at.folder]: "TRUST_FOLDER" }), []],
    ["the folder above trusted", (at) => ({ [at.home]: "TRUST_FOLDER" }), []],
    ["the parent of a folder beside it trusted", (at) => ({ [join(at.home, "x")]: "TRUST_PARENT" }), []],
    ["the folder not trusted", (at) => ({ [at.folder]: "DO_NOT_TRUST" }), ["not-trusted"]],
    [
      "the nearer one not trusted",
      (at) => ({ [at.folder]: "DO_NOT_TRUST", [at.home]: "TRUST_FOLDER" }),
      ["not-trusted"],
    ],
    ["another folder trusted", (at) => ({ [`${at.folder}2`]: "TRUST_FOLDER" }), ["trust-undecided"]],
  ])("knows %s", async (_, rules, ids) => {
    const at = untold();
    at.configure("gemini");
    write(trustedFolders(at), rules(at));
    expect(idsOf(await at.diagnose("gemini")).at(-1)).toEqual(ids);
  });

  test("knows that trust is switched off by the user, and not by the project", async () => {
    const at = untold();
    const settings = { security: { folderTrust: { enabled: false } } };
    at.configure("gemini", "project");
    change(join(at.folder, ".gemini", "settings.json"), (text) =>
      text.replace("{", `{ "security": ${JSON.stringify(settings.security)},`),
    );
    expect(idsOf(await at.diagnose("gemini")).at(-1)).toEqual(["trust-undecided"]);
    write(join(at.home, ".gemini", "settings.json"), settings);
    expect(idsOf(await at.diagnose("gemini")).at(-1)).toEqual([]);
  });

  test.each([{ enabled: false }, { disabled: ["guard"] }])(
    "finds hooksConfig %j of the project",
    async (hooksConfig) => {
      const at = trusting();
      at.configure("gemini");
      write(join(at.folder, ".gemini", "settings.json"), { hooksConfig });
      expect(idsOf(await at.diagnose("gemini"))).toEqual([[], ["switched-off"]]);
    },
  );

  test("finds it in the system's file, and leaves the names of others alone", async () => {
    const managed = join(folder(), "settings.json");
    const at = trusting({ GEMINI_CLI_SYSTEM_SETTINGS_PATH: managed });
    at.configure("gemini");
    write(managed, { hooksConfig: { disabled: ["another"] } });
    expect(idsOf(await at.diagnose("gemini"))).toEqual([[], []]);
    write(managed, { hooksConfig: { enabled: false } });
    expect(idsOf(await at.diagnose("gemini"))).toEqual([[], ["switched-off"]]);
  });

  test("reads comments, as Gemini CLI does", async () => {
    const at = trusting();
    change(at.configure("gemini"), (text) => text.replace("{", "{ // mine\n"));
    expect(idsOf(await at.diagnose("gemini"))).toEqual([[], []]);
  });
});

describe("doctor of copilot", () => {
  test("says that the hooks of a repository are skipped unless the folder is trusted", async () => {
    const at = home();
    at.configure("copilot", "project");
    expect(idsOf(await at.diagnose("copilot"))).toEqual([[], ["not-trusted"]]);
    write(
      join(at.home, ".copilot", "config.json"),
      `// made by copilot\n${JSON.stringify({ trustedFolders: [at.folder] })}`,
    );
    expect(idsOf(await at.diagnose("copilot"))).toEqual([[], []]);
  });

  test("finds the switch of a file of hooks, and of the project, but not of the user's settings", async () => {
    const at = trusting();
    const file = at.configure("copilot");
    write(join(at.home, ".copilot", "settings.json"), { disableAllHooks: true });
    expect(idsOf(await at.diagnose("copilot"))).toEqual([[], []]);
    write(join(at.folder, ".github", "copilot", "settings.json"), { disableAllHooks: true });
    expect(idsOf(await at.diagnose("copilot"))).toEqual([[], ["switched-off"]]);
    rmSync(join(at.folder, ".github"), { recursive: true });
    change(file, (text) => text.replace("{", '{ "disableAllHooks": true,'));
    expect(idsOf(await at.diagnose("copilot"))).toEqual([[], ["switched-off"]]);
  });

  test("finds an entry that is told another event", async () => {
    const at = trusting();
    change(at.configure("copilot"), (text) => text.replaceAll("copilot/preToolUse", "copilot/postToolUse"));
    expect(idsOf(await at.diagnose("copilot"))[0]).toEqual(["wrong-variant"]);
  });
});

describe("an entry that has the agent ask the hook's MCP server", () => {
  const hosts = [...MANIFEST.hosts, "mcp"];
  const goesOn = { ...MANIFEST, hosts, points: ["beforeTool"], onFailure: "continue" };

  test.each(["claude-code", "codex"] as const)(
    "is nothing broken for doctor of %s: it says what it does not see",
    async (name) => {
      const at = trusting();
      at.configure(name, "user", goesOn, { mcpTool: true });
      const diagnosis = await at.diagnose(name);
      const open = name === "claude-code" ? ["served-open"] : [];
      expect(idsOf(diagnosis)).toEqual([whole(name, "asks-server", ...open)]);
      expect(diagnosis.findings[0]).toMatchObject({
        severity: "note",
        message: expect.stringMatching(/^at PreToolUse, .* calls the MCP server "guard", which doctor does not start$/),
      });
    },
  );

  test("counts beside the commands of the same hook, and stays what it is in the fix", async () => {
    const at = trusting();
    const manifest = { ...MANIFEST, hosts, points: ["approveTool", "afterTool"] };
    const file = at.configure("claude-code", "user", manifest, { mcpTool: true });
    expect(idsOf(await at.diagnose("claude-code"))).toEqual([[], ["asks-server"]]);
    change(file, (text) => text.replace('"PostToolUseFailure"', '"Stop"'));
    const [hook] = (await at.diagnose("claude-code")).hooks;
    expect(hook?.findings).toContainEqual(
      expect.objectContaining({ id: "missing-event", fix: expect.stringContaining(" --mcp-tool --name guard ") }),
    );
  });

  test("is another's where the project has a server of its name", async () => {
    const at = trusting();
    at.configure("claude-code", "user", goesOn, { mcpTool: true });
    const file = join(at.folder, ".mcp.json");
    for (const harmless of ["not JSON", { mcpServers: { other: {} } }]) {
      write(file, harmless);
      expect(idsOf(await at.diagnose("claude-code"))).toEqual([["asks-server", "served-open"]]);
    }
    write(file, { mcpServers: { guard: { command: "theirs" } } });
    expect(idsOf(await at.diagnose("claude-code"))).toEqual([["other-server", "asks-server", "served-open"]]);
  });

  test.each([
    ["a matcher", '"hooks": [', '"matcher": "Write", "hooks": [', "partial-guard"],
    ["a condition", '"type": "mcp_tool"', '"type": "mcp_tool", "if": "Bash(ls)"', "partial-guard"],
    ["an answer that is not awaited", '"type": "mcp_tool"', '"type": "mcp_tool", "async": true', "not-awaited"],
    ["no refusal when it fails", '"onFailure": "block"', '"timeout": 10', "served-open"],
  ])("is looked at, where it is a guard's: %s", async (_what, written, by, found) => {
    const at = trusting();
    const manifest = { ...MANIFEST, hosts, points: ["approveTool"] };
    const file = at.configure("claude-code", "user", manifest, { mcpTool: true });
    change(file, (text) => text.replace(written, by));
    expect((await at.diagnose("claude-code")).findings.map(({ id }) => id)).toContain(found);
  });

  test("is not heard where Codex does not trust it", async () => {
    const at = trusting();
    at.configure("codex", "user", goesOn, { mcpTool: true });
    const asked = { sourcePath: "$CODEX_HOME/hooks.json", eventName: "preToolUse", server: "guard", enabled: true };
    fakeCodex({ hooks: [{ ...asked, trustStatus: "trusted" }] });
    expect(idsOf(await at.diagnose("codex"))).toEqual([["asks-server"]]);
    fakeCodex({ hooks: [{ ...asked, trustStatus: "untrusted" }] });
    expect(idsOf(await at.diagnose("codex"))).toEqual([["not-trusted", "asks-server"]]);
  });
});
