import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder } from "../config-folder.js";
import { change, diagnosed, entries, type Home, home, idsOf, write } from "../doctor/agents.js";
import { trustingHome, withoutAgents } from "../doctor/one-shot-homes.js";

withoutAgents();

describe("doctor of claude-code", () => {
  test.each<[what: string, hooks: object, settings: object, ids: readonly string[]]>([
    ["a wrong entry of others next to a guard of permissions", { PermissionRequest: [null] }, {}, ["broken-file"]],
    ["a setting with a wrong value", {}, { permissions: { defaultMode: 5 } }, ["broken-file"]],
    ["a wrong entry of others at another event", { Notification: [{ hooks: [{ type: "zzz" }] }] }, {}, ["not-a-hook"]],
  ])("finds, in the files: %s", async (_, hooks, settings, ids) => {
    const at = trustingHome();
    const file = at.configure("claude-code");
    const value = JSON.parse(readFileSync(file, "utf8"));
    write(file, { ...value, ...settings, hooks: { ...value.hooks, ...hooks } });
    expect(idsOf(await at.diagnose("claude-code")).at(-1)).toEqual(ids);
  });

  test.each<[what: string, edit: (entry: Record<string, unknown>, group: Record<string, unknown>) => void, id: string]>(
    [
      ["no onFailure on a guard", (entry) => delete entry.onFailure, "no-on-failure"],
      [
        "a matcher that excludes tools from a guard",
        (_, group) => Object.assign(group, { matcher: "Bash" }),
        "partial-guard",
      ],
      [
        "a condition that excludes calls from a guard",
        (entry) => Object.assign(entry, { if: "Bash(rm *)" }),
        "partial-guard",
      ],
      ["a matcher that does not compile", (_, group) => Object.assign(group, { matcher: "Bash(" }), "bad-matcher"],
      ["an asynchronous entry", (entry) => Object.assign(entry, { async: true }), "not-awaited"],
      ["args, with which no shell is started", (entry) => Object.assign(entry, { args: ["x"] }), "no-shell"],
      ["a shell other than the launcher's", (entry) => Object.assign(entry, { shell: "powershell" }), "no-shell"],
      ["an entry that only wakes the model", (entry) => Object.assign(entry, { asyncRewake: true }), "not-awaited"],
    ],
  )("finds, in our entry: %s", async (_, edit, id) => {
    const at = trustingHome();
    entries(at.configure("claude-code"), edit);
    expect(idsOf(await at.diagnose("claude-code"))[0]).toEqual([id]);
  });

  test.each(["(?!Read).*", "(Bash)\\1"])(
    "finds Codex's matcher %j, which compiles only in JavaScript",
    async (matcher) => {
      const at = trustingHome();
      entries(at.configure("codex"), (_, group) => Object.assign(group, { matcher }));
      expect(idsOf(await at.diagnose("codex"))[0]).toContain("bad-matcher");
    },
  );

  test.each([".claude/settings.json", ".claude/settings.local.json"])(
    "finds hooks switched off by the project in %s",
    async (path) => {
      const at = trustingHome();
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
      const at = trustingHome({ CLAUDE_CODE_MANAGED_SETTINGS_PATH: managed });
      const file = at.configure("claude-code");
      write(managed, settings);
      expect(idsOf(await at.diagnose("claude-code"))).toEqual([[], ["switched-off"]]);
      rmSync(managed);
      // In other files, allowManagedHooksOnly has no effect.
      change(file, (text) => text.replace("{", '{ "allowManagedHooksOnly": true,'));
      expect(idsOf(await at.diagnose("claude-code"))).toEqual([[], []]);
    },
  );

  test("reports that Claude Code does not read a file with comments", async () => {
    const at = trustingHome();
    change(at.configure("claude-code"), (text) => text.replace("{", "{ // mine\n"));
    expect(idsOf(await at.diagnose("claude-code"))).toEqual([["broken-file"]]);
  });
});

describe("doctor finds a variable with which the agent starts no hooks", () => {
  const env = (name: string, value: unknown = "1") => ({ env: { [name]: value } });
  const off = ["switched-off"];

  // packages/interop/real/switches.test.ts shows that the agents do this.
  test.each<[agent: string, at: "home" | "folder", path: string, content: unknown, ids: readonly string[]]>([
    ["qwen", "folder", ".env", "# mine\nQWEN_CODE_SIMPLE=1\n", off],
    ["qwen", "folder", "../.env", 'export QWEN_CODE_SAFE_MODE="true"', off],
    ["qwen", "folder", ".qwen/.env", "QWEN_CODE_SAFE_MODE=on", off],
    ["qwen", "folder", ".qwen/settings.json", env("QWEN_CODE_SIMPLE"), off],
    ["qwen", "home", ".qwen/.env", "QWEN_CODE_SIMPLE=1", off],
    ["qwen", "folder", ".env", "QWEN_CODE_SIMPLE=\nQWEN_CODE_SAFE_MODE=0\n", []],
    ["qwen", "folder", ".env", "OPENAI_API_KEY=1\n#QWEN_CODE_SIMPLE=1\nCLAUDE_CODE_SIMPLE=1", []],
    ["qwen", "folder", ".env.example", "QWEN_CODE_SIMPLE=1", []],
    ["qwen", "folder", ".env/x", "a folder", []],
    ["qwen", "folder", ".qwen/settings.json", { env: "QWEN_CODE_SIMPLE" }, []],
    ["claude-code", "home", ".claude/settings.json", env("CLAUDE_CODE_SIMPLE"), off],
    ["claude-code", "home", ".claude/settings.json", env("CLAUDE_CODE_SAFE_MODE", "yes"), off],
    ["claude-code", "home", ".claude/settings.json", env("CLAUDE_CODE_SIMPLE", "0"), []],
    ["claude-code", "folder", ".claude/settings.json", env("CLAUDE_CODE_SIMPLE"), []],
    ["claude-code", "folder", ".env", "CLAUDE_CODE_SIMPLE=1", []],
  ])("of %s, in %s: %s %j", async (name, at, path, content, ids) => {
    const machine = trustingHome();
    const own = machine.configure(name);
    const file = join(machine[at], path);
    const before = file === own ? JSON.parse(readFileSync(own, "utf8")) : {};
    write(file, typeof content === "string" ? content : { ...before, ...(content as object) });
    const { findings } = await machine.diagnose(name);
    expect(findings.map(({ id }) => id)).toEqual(ids);
    if (ids.length > 0) expect(findings[0]?.message).toContain(file);
  });

  test.each<[agent: string, variables: Record<string, string>, ids: readonly string[]]>([
    ["qwen", { QWEN_CODE_SAFE_MODE: "1" }, off],
    ["qwen", { QWEN_CODE_SIMPLE: "false" }, []],
    ["claude-code", { CLAUDE_CODE_SIMPLE: "1" }, off],
    ["claude-code", { CLAUDE_CODE_SAFE_MODE: "true", CLAUDE_CODE_PERSONAL_HOOKS_OFF: "1" }, off],
    ["claude-code", { CLAUDE_CODE_PERSONAL_HOOKS_OFF: "1", CLAUDE_CODE_RESTRICTED: "1", QWEN_CODE_SIMPLE: "1" }, []],
  ])("of %s, in the environment: %j", async (name, variables, ids) => {
    const machine = trustingHome(variables);
    machine.configure(name);
    const { findings } = await machine.diagnose(name);
    expect(findings.map(({ id }) => id)).toEqual(ids);
  });

  test("unless another place precedes it", async () => {
    const managed = join(folder(), "settings.json");
    const machine = trustingHome({ QWEN_CODE_SIMPLE: "0", QWEN_CODE_SYSTEM_SETTINGS_PATH: managed });
    machine.configure("qwen");
    write(join(machine.folder, ".env"), "QWEN_CODE_SIMPLE=1");
    write(join(machine.folder, ".qwen/settings.json"), env("QWEN_CODE_SAFE_MODE"));
    write(managed, env("QWEN_CODE_SAFE_MODE", "no"));
    expect(idsOf(await machine.diagnose("qwen")).at(-1)).toEqual([]);
    rmSync(managed);
    expect(idsOf(await machine.diagnose("qwen")).at(-1)).toEqual(off);
  });
});

describe("doctor of gemini", () => {
  const undecidedHome = () => home();
  const trustedFolders = (at: Home) => join(at.home, ".gemini", "trustedFolders.json");

  test("reports that Gemini CLI asks about a folder without a trust decision", async () => {
    const at = undecidedHome();
    at.configure("gemini");
    expect(idsOf(await at.diagnose("gemini"))).toEqual([[], ["trust-undecided"]]);
  });

  test.each<[what: string, rules: (at: Home) => object, ids: readonly string[]]>([
    ["the folder trusted", (at) => ({ [at.folder]: "TRUST_FOLDER" }), []],
    ["the parent folder trusted", (at) => ({ [at.home]: "TRUST_FOLDER" }), []],
    ["the parent of a sibling folder trusted", (at) => ({ [join(at.home, "x")]: "TRUST_PARENT" }), []],
    ["the folder not trusted", (at) => ({ [at.folder]: "DO_NOT_TRUST" }), ["not-trusted"]],
    [
      "the nearer folder not trusted",
      (at) => ({ [at.folder]: "DO_NOT_TRUST", [at.home]: "TRUST_FOLDER" }),
      ["not-trusted"],
    ],
    ["another folder trusted", (at) => ({ [`${at.folder}2`]: "TRUST_FOLDER" }), ["trust-undecided"]],
  ])("handles %s", async (_, rules, ids) => {
    const at = undecidedHome();
    at.configure("gemini");
    write(trustedFolders(at), rules(at));
    expect(idsOf(await at.diagnose("gemini")).at(-1)).toEqual(ids);
  });

  test("handles trust switched off by the user, and ignores the project's switch", async () => {
    const at = undecidedHome();
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
      const at = trustingHome();
      at.configure("gemini");
      write(join(at.folder, ".gemini", "settings.json"), { hooksConfig });
      expect(idsOf(await at.diagnose("gemini"))).toEqual([[], ["switched-off"]]);
    },
  );

  test("finds hooksConfig in the system's file, and ignores names of other hooks", async () => {
    const managed = join(folder(), "settings.json");
    const at = trustingHome({ GEMINI_CLI_SYSTEM_SETTINGS_PATH: managed });
    at.configure("gemini");
    write(managed, { hooksConfig: { disabled: ["another"] } });
    expect(idsOf(await at.diagnose("gemini"))).toEqual([[], []]);
    write(managed, { hooksConfig: { enabled: false } });
    expect(idsOf(await at.diagnose("gemini"))).toEqual([[], ["switched-off"]]);
  });

  test("reads comments, as Gemini CLI does", async () => {
    const at = trustingHome();
    change(at.configure("gemini"), (text) => text.replace("{", "{ // mine\n"));
    expect(idsOf(await at.diagnose("gemini"))).toEqual([[], []]);
  });
});

describe("doctor of copilot", () => {
  test("reports that the hooks of a repository are skipped unless the folder is trusted", async () => {
    const at = home();
    at.configure("copilot", "project");
    expect(idsOf(await at.diagnose("copilot"))).toEqual([[], ["not-trusted"]]);
    write(
      join(at.home, ".copilot", "config.json"),
      `// made by copilot\n${JSON.stringify({ trustedFolders: [at.folder] })}`,
    );
    expect(idsOf(await at.diagnose("copilot"))).toEqual([[], []]);
  });

  test("finds hooks switched off in a file of hooks and in the project, but not in the user's settings", async () => {
    const at = trustingHome();
    const file = at.configure("copilot");
    write(join(at.home, ".copilot", "settings.json"), { disableAllHooks: true });
    expect(idsOf(await at.diagnose("copilot"))).toEqual([[], []]);
    write(join(at.folder, ".github", "copilot", "settings.json"), { disableAllHooks: true });
    expect(idsOf(await at.diagnose("copilot"))).toEqual([[], ["switched-off"]]);
    rmSync(join(at.folder, ".github"), { recursive: true });
    change(file, (text) => text.replace("{", '{ "disableAllHooks": true,'));
    expect(idsOf(await at.diagnose("copilot"))).toEqual([[], ["switched-off"]]);
  });

  test("finds an entry that names another event", async () => {
    const at = trustingHome();
    change(at.configure("copilot"), (text) => text.replaceAll("copilot/preToolUse", "copilot/postToolUse"));
    expect(idsOf(await at.diagnose("copilot"))[0]).toEqual(["wrong-variant"]);
  });
});

describe("doctor in a subfolder of a repository", () => {
  const below = (at: Home, ...names: string[]) => {
    const folder = join(at.folder, ...names);
    mkdirSync(folder, { recursive: true });
    return { ...at, folder };
  };

  test("finds Claude Code's local settings at the top, and only there", async () => {
    const at = trustingHome();
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

  test("finds Codex's hooks and settings in every folder from the top down", async () => {
    const at = trustingHome();
    at.configure("codex", "project");
    const sub = below(at, "a", "b");
    write(join(at.folder, "a", ".codex", "config.toml"), "[features]\nhooks = false\n");
    expect(idsOf(await diagnosed("codex", sub))).toEqual([["nothing-guards"]]);
    write(join(at.folder, ".git"), "gitdir: elsewhere");
    expect(idsOf(await diagnosed("codex", sub))).toEqual([[], ["switched-off", "trust-unknown"]]);
  });
});
