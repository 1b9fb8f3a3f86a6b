import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
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
const whole = (name: string, ...ids: string[]) => [...ids, ...(agentNamed(name).trust ? ["trust-unknown"] : [])];

describe.each(AGENTS)("doctor of %s", (name) => {
  test("finds nothing in the output of config, except a hook in both the user's and the project's file", async () => {
    const at = trusting();
    at.configure(name);
    at.configure(name, "project");
    expect(idsOf(await at.diagnose(name))).toEqual([[], [], whole(name, "configured-twice")]);
  });

  test("reads a file once if the project is the home folder", async () => {
    const at = trusting();
    at.configure(name);
    expect(idsOf(await diagnosed(name, { ...at, folder: at.home }))).toEqual([[], whole(name)]);
  });

  test("prints the files that it searched if they contain no hook", async () => {
    const { findings } = await trusting().diagnose(name);
    expect(findings.map(({ id }) => id)).toEqual(["nothing-guards"]);
  });

  test.each<[what: string, text: string]>([
    ["text", "hello"],
    ["a list", "[]"],
    ["a truncated file", '{ "hooks": {\n  "PreToolUse": ['],
    ["trailing commas", '{ "hooks": {}, }'],
  ])("reports that the host cannot read %s", async (_, text) => {
    const at = trusting();
    write(at.configure(name), text);
    const [finding] = (await at.diagnose(name)).findings;
    expect(finding).toMatchObject({ id: "broken-file" });
  });

  // Root can read any file except this one.
  test.skipIf(process.platform !== "linux")("says what to do about an unreadable file", async () => {
    const at = trusting();
    const path = at.configure(name);
    rmSync(path);
    symlinkSync("/proc/self/mem", path);
    const [finding] = (await at.diagnose(name)).findings;
    expect(finding).toMatchObject({ id: "broken-file", fix: "make the file readable, and run doctor again" });
  });

  test.each<[what: string, change: (text: string) => string, ids: readonly string[]]>([
    ["a missing launcher", (text) => text.replaceAll("guard.sh", "gone.sh"), ["launcher-missing"]],
    ["a missing Node", (text) => text.replaceAll(`'${process.execPath}'`, "'/no/node'"), ["program-missing"]],
    ["a missing hook", (text) => text.replaceAll("guard.cjs", "gone.cjs"), ["hook-missing"]],
    ["the denial of another host", (text) => text.replaceAll("denied: ", "granted: "), ["wrong-denial"]],
    ["a guard whose failure lets calls through", (text) => text.replaceAll("' block ", "' continue "), ["wrong-mode"]],
    ["a timeout below the hook's own deadline", (text) => text.replace(/ 6 '/g, " 4 '"), ["limits-order"]],
    ["a relative path", (text) => text.replaceAll(`'${process.execPath}'`, "'bin/node'"), ["unsafe-command"]],
  ])("finds %s", async (_, edit, ids) => {
    const at = trusting();
    change(at.configure(name), edit);
    const [found] = idsOf(await at.diagnose(name));
    // With `continue`, the text after the launcher differs.
    expect(found).toEqual(expect.arrayContaining([...ids]));
    expect(found?.filter((id) => !ids.includes(id) && id !== "wrong-denial" && id !== "no-on-failure")).toEqual([]);
  });

  test("finds a hook that does not start", async () => {
    const at = trusting();
    at.configure(name);
    write(at.hook, "throw new Error('broken');");
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["describe-failed"]);
  });

  test("finds a hook of the SDK without the launcher, and says what hooks of others let through", async () => {
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
    expect(idsOf(await at.diagnose(name))).toEqual([[], [...whole(name), "not-inspected"]]);
  });

  test("finds an event in the wrong case, which the host never calls", async () => {
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

  test("finds a timeout in another host's unit and under another host's key", async () => {
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

  test("finds points without an entry, and entries without a point", async () => {
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

  test("notes a handler for which the host has no event", async () => {
    const at = trusting();
    const events: readonly { readonly point?: string }[] = Object.values(HOST_EVENTS[name] ?? {});
    const manifest = { ...MANIFEST, points: ["beforeTool", "afterLlm"] };
    at.configure(name, "user", manifest as typeof MANIFEST);
    write(at.hook, describing(manifest));
    const isCalled = events.some(({ point }) => point === "afterLlm");
    expect(idsOf(await at.diagnose(name))[0]).toEqual(isCalled ? [] : ["never-called"]);
  });

  test("expects entries for the events that a hook names, and no others", async () => {
    const at = trusting();
    const observer = { ...MANIFEST, points: ["onEvent"], onFailure: "continue", events: ["turn.end"] };
    at.configure(name, "user", observer);
    write(at.hook, describing(observer));
    expect(idsOf(await at.diagnose(name))[0]).toEqual([]);
    write(at.hook, describing({ ...observer, events: ["turn.end", "session.start"] }));
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["missing-event"]);
    write(at.hook, describing({ ...observer, events: ["session.start"] }));
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["missing-event", "superfluous-event"]);
  });

  test("finds our entry with another type", async () => {
    const at = trusting();
    entries(at.configure(name), (entry) => {
      Object.assign(entry, { type: "prompt", prompt: "x" });
    });
    expect(idsOf(await at.diagnose(name)).at(-1)).toContain("other-type");
  });

  test("recognises our entry without a type", async () => {
    const at = trusting();
    entries(at.configure(name), (entry) => {
      delete entry.type;
    });
    const { findings } = await at.diagnose(name);
    const told = findings.filter(({ id }) => id !== "trust-unknown" && id !== "nothing-guards");
    const ids = [...new Set(told.map(({ id }) => id))];
    if (agentNamed(name).defaultType) expect(ids).toEqual([]);
    else expect([["broken-file"], ["not-a-hook", "other-type"]]).toContainEqual(ids);
    if (name === "gemini") expect(told.map(({ message }) => message).join()).toContain('no type instead of "command"');
  });
});

describe("doctor of claude-code", () => {
  test.each<[what: string, hooks: object, settings: object, ids: readonly string[]]>([
    ["a wrong entry of others next to a guard of permissions", { PermissionRequest: [null] }, {}, ["broken-file"]],
    ["a setting with a wrong value", {}, { permissions: { defaultMode: 5 } }, ["broken-file"]],
    ["a wrong entry of others at another event", { Notification: [{ hooks: [{ type: "zzz" }] }] }, {}, ["not-a-hook"]],
  ])("finds, in the files: %s", async (_, hooks, settings, ids) => {
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
    const at = trusting();
    entries(at.configure("claude-code"), edit);
    expect(idsOf(await at.diagnose("claude-code"))[0]).toEqual([id]);
  });

  test.each(["(?!Read).*", "(Bash)\\1"])(
    "finds Codex's matcher %j, which compiles only in JavaScript",
    async (matcher) => {
      const at = trusting();
      entries(at.configure("codex"), (_, group) => Object.assign(group, { matcher }));
      expect(idsOf(await at.diagnose("codex"))[0]).toContain("bad-matcher");
    },
  );

  test.each([".claude/settings.json", ".claude/settings.local.json"])(
    "finds hooks switched off by the project in %s",
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

  test("reports that comments keep Claude Code from reading a file", async () => {
    const at = trusting();
    change(at.configure("claude-code"), (text) => text.replace("{", "{ // mine\n"));
    expect(idsOf(await at.diagnose("claude-code"))).toEqual([["broken-file"]]);
  });
});

describe("doctor in a subfolder of a repository", () => {
  const below = (at: Home, ...names: string[]) => {
    const folder = join(at.folder, ...names);
    mkdirSync(folder, { recursive: true });
    return { ...at, folder };
  };

  test("finds Claude Code's local settings at the top, and only there", async () => {
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

  test("finds Codex's hooks and settings in every folder from the top down", async () => {
    const at = trusting();
    at.configure("codex", "project");
    const sub = below(at, "a", "b");
    write(join(at.folder, "a", ".codex", "config.toml"), "[features]\nhooks = false\n");
    expect(idsOf(await diagnosed("codex", sub))).toEqual([["nothing-guards"]]);
    write(join(at.folder, ".git"), "gitdir: elsewhere");
    expect(idsOf(await diagnosed("codex", sub))).toEqual([[], ["switched-off", "trust-unknown"]]);
  });
});

describe("doctor of codex", () => {
  test.each([
    ["the user", (at: Home) => join(at.home, ".codex", "config.toml")],
    ["the project", (at: Home) => join(at.folder, ".codex", "config.toml")],
  ])("finds hooks switched off in the settings of %s if no Codex can be asked", async (_, path) => {
    const at = trusting();
    at.configure("codex");
    write(path(at), 'model = "x"\n[features]\nhooks = false # off\n');
    const { findings } = await at.diagnose("codex");
    expect(findings.map(({ id }) => id)).toEqual(["switched-off", "trust-unknown"]);
    expect(findings[0]?.message).toBe(
      `${path(at)}: hooks is false under [features], so Codex starts no hooks and reports nothing`,
    );
    fakeCodex({ hooks: [] });
    expect(idsOf(await at.diagnose("codex")).at(-1)).toEqual([]);
  });

  test("reports settings that are not TOML", async () => {
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
    expect(idsOf(await at.diagnose("codex")).at(-1)).toEqual(["trust-unknown"]);
  });

  const found = async (at: Home) => (await at.diagnose("codex")).hooks[0]?.findings ?? [];

  test("learns from Codex that a hook is trusted", async () => {
    const at = trusting();
    fakeCodex({ hooks: [listed(at.configure("codex"), {})] });
    expect(idsOf(await at.diagnose("codex"))).toEqual([[], []]);
  });

  test.each([
    ["untrusted", { trustStatus: "untrusted" }, "not-trusted", "it is not trusted yet"],
    ["changed", { trustStatus: "modified" }, "not-trusted", "it changed after it was trusted"],
    ["switched off", { enabled: false }, "switched-off", "it is disabled"],
    ["of another command", { command: "true" }, "not-trusted", "does not list it"],
  ])("learns from Codex that a hook is %s", async (_, more, id, what) => {
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
  ])("lets Codex write into a copy of %s, and prompts nobody", async (_, name, { moved = false, linked = false }) => {
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

  test("does not take the user's file for the project's if the project is the home folder", async () => {
    const at = trusting();
    const file = at.configure("codex");
    const own = { ...listed(file, {}), sourcePath: file, trustStatus: "untrusted" };
    fakeCodex({ hooks: [own, listed(file, {})] });
    expect(idsOf(await diagnosed("codex", { ...at, folder: at.home }))).toEqual([[], []]);
  });

  test("reports that trust is unknown if config.toml does not parse", async () => {
    const at = trusting();
    fakeCodex({ hooks: [listed(at.configure("codex"), {})] });
    write(join(at.home, ".codex", "config.toml"), "[features]\nhooks = maybe\n");
    const { findings } = await at.diagnose("codex");
    expect(findings.map(({ id }) => id)).toEqual(["broken-file", "trust-unknown"]);
  });

  test("reports an untrusted project if Codex lists none of its hooks", async () => {
    const at = trusting();
    at.configure("codex", "project");
    fakeCodex({});
    expect(await found(at)).toEqual([
      expect.objectContaining({ id: "not-trusted", message: expect.stringContaining("does not trust the project") }),
    ]);
  });

  test("distinguishes a file that Codex reads with warnings from one that it cannot read", async () => {
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

  test("reports that hooks are switched off, and Codex's warnings", async () => {
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
    ["exits at once", "process.exit(3)", "it exited"],
    [
      "answers something else",
      'console.log(JSON.stringify({id:1,result:{}})+"\\n"+JSON.stringify({id:2}))',
      "unexpected format",
    ],
  ])("reports that trust is unknown if Codex %s", async (_, script, why) => {
    const at = trusting();
    at.configure("codex");
    if (script !== undefined) fakeCodex(script);
    expect((await at.diagnose("codex")).findings).toEqual([
      expect.objectContaining({ id: "trust-unknown", message: expect.stringContaining(why) }),
    ]);
  });

  test.each([
    ["an unknown field", (text: string) => text.replace("{", '{ "zzz": 1,')],
    ["a timeout that is not a whole number", (text: string) => text.replace(/"timeout": \d+/, '"timeout": 3.5')],
  ])("reports that Codex drops a file with %s", async (_, edit) => {
    const at = trusting();
    change(at.configure("codex"), edit);
    expect(idsOf(await at.diagnose("codex"))).toEqual([["broken-file"]]);
  });
});

describe("doctor of gemini", () => {
  const untold = () => home();
  const trustedFolders = (at: Home) => join(at.home, ".gemini", "trustedFolders.json");

  test("reports that Gemini CLI asks about a folder without a trust decision", async () => {
    const at = untold();
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
    const at = untold();
    at.configure("gemini");
    write(trustedFolders(at), rules(at));
    expect(idsOf(await at.diagnose("gemini")).at(-1)).toEqual(ids);
  });

  test("handles trust switched off by the user, and ignores the project's switch", async () => {
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

  test("finds hooksConfig in the system's file, and ignores names of other hooks", async () => {
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

  test("finds an entry that names another event", async () => {
    const at = trusting();
    change(at.configure("copilot"), (text) => text.replaceAll("copilot/preToolUse", "copilot/postToolUse"));
    expect(idsOf(await at.diagnose("copilot"))[0]).toEqual(["wrong-variant"]);
  });
});

describe("an entry that makes the host ask the hook's MCP server", () => {
  const hosts = [...MANIFEST.hosts, "mcp"];
  const goesOn = { ...MANIFEST, hosts, points: ["beforeTool"], onFailure: "continue" };

  test.each(["claude-code", "codex"] as const)(
    "is not a fault for doctor of %s, which says what it cannot check",
    async (name) => {
      const at = trusting();
      at.configure(name, "user", goesOn, { mcpTool: true });
      const diagnosis = await at.diagnose(name);
      const open = name === "claude-code" ? ["served-open"] : [];
      expect(idsOf(diagnosis)).toEqual([whole(name, "uses-mcp-server", ...open)]);
      expect(diagnosis.findings[0]).toMatchObject({
        severity: "note",
        message: expect.stringMatching(/^at PreToolUse, .* calls the MCP server "guard", which doctor does not start$/),
      });
    },
  );

  test("counts along with the commands of the same hook, and is kept by the fix", async () => {
    const at = trusting();
    const manifest = { ...MANIFEST, hosts, points: ["approveTool", "afterTool"] };
    const file = at.configure("claude-code", "user", manifest, { mcpTool: true });
    expect(idsOf(await at.diagnose("claude-code"))).toEqual([[], ["uses-mcp-server"]]);
    change(file, (text) => text.replace('"PostToolUseFailure"', '"Stop"'));
    const [hook] = (await at.diagnose("claude-code")).hooks;
    expect(hook?.findings).toContainEqual(
      expect.objectContaining({ id: "missing-event", fix: expect.stringContaining(" --mcp-tool --name guard ") }),
    );
  });

  test("is not ours if the project has a server of the same name", async () => {
    const at = trusting();
    at.configure("claude-code", "user", goesOn, { mcpTool: true });
    const file = join(at.folder, ".mcp.json");
    for (const harmless of ["not JSON", { mcpServers: { other: {} } }]) {
      write(file, harmless);
      expect(idsOf(await at.diagnose("claude-code"))).toEqual([["uses-mcp-server", "served-open"]]);
    }
    write(file, { mcpServers: { guard: { command: "theirs" } } });
    expect(idsOf(await at.diagnose("claude-code"))).toEqual([["other-server", "uses-mcp-server", "served-open"]]);
  });

  test.each([
    ["a matcher", '"hooks": [', '"matcher": "Write", "hooks": [', "partial-guard"],
    ["a condition", '"type": "mcp_tool"', '"type": "mcp_tool", "if": "Bash(ls)"', "partial-guard"],
    ["an asynchronous entry", '"type": "mcp_tool"', '"type": "mcp_tool", "async": true', "not-awaited"],
    ["no denial on failure", '"onFailure": "block"', '"timeout": 10', "served-open"],
  ])("is checked if it belongs to a guard: %s", async (_what, written, by, found) => {
    const at = trusting();
    const manifest = { ...MANIFEST, hosts, points: ["approveTool"] };
    const file = at.configure("claude-code", "user", manifest, { mcpTool: true });
    change(file, (text) => text.replace(written, by));
    expect((await at.diagnose("claude-code")).findings.map(({ id }) => id)).toContain(found);
  });

  test("is not called if Codex does not trust it", async () => {
    const at = trusting();
    at.configure("codex", "user", goesOn, { mcpTool: true });
    const asked = { sourcePath: "$CODEX_HOME/hooks.json", eventName: "preToolUse", server: "guard", enabled: true };
    fakeCodex({ hooks: [{ ...asked, trustStatus: "trusted" }] });
    expect(idsOf(await at.diagnose("codex"))).toEqual([["uses-mcp-server"]]);
    fakeCodex({ hooks: [{ ...asked, trustStatus: "untrusted" }] });
    expect(idsOf(await at.diagnose("codex"))).toEqual([["not-trusted", "uses-mcp-server"]]);
  });
});
