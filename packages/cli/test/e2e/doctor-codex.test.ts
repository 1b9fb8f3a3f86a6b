import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { folder } from "../config-folder.js";
import { change, diagnosed, fakeCodex, type Home, idsOf, listed, write, writingCodex } from "../doctor/agents.js";
import { trustingHome, withoutAgents } from "../doctor/one-shot-homes.js";

withoutAgents();

function renameTo(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}

describe("doctor of codex", () => {
  test.each([
    ["the user", (at: Home) => join(at.home, ".codex", "config.toml")],
    ["the project", (at: Home) => join(at.folder, ".codex", "config.toml")],
  ])("finds hooks switched off in the settings of %s if no Codex can be asked", async (_, path) => {
    const at = trustingHome();
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
    const at = trustingHome();
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

  test("reports nothing if Codex trusts the hook", async () => {
    const at = trustingHome();
    fakeCodex({ hooks: [listed(at.configure("codex"), {})] });
    expect(idsOf(await at.diagnose("codex"))).toEqual([[], []]);
  });

  test.each([
    ["untrusted", { trustStatus: "untrusted" }, "not-trusted", "it is not trusted yet"],
    ["changed", { trustStatus: "modified" }, "not-trusted", "it changed after it was trusted"],
    ["switched off", { enabled: false }, "switched-off", "it is disabled"],
    ["of another command", { command: "true" }, "not-trusted", "does not list it"],
  ])("reports what Codex reports about a hook: %s", async (_, more, id, what) => {
    const at = trustingHome();
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
    const plain = trustingHome();
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
    const inputFile = join(folder(), "said.json");
    writingCodex(inputFile);
    const before = texts(at.home);
    const { hooks, findings } = await diagnosed("codex", at);
    expect(hooks[0]?.findings.map(({ message }) => message)).toEqual([]);
    expect(findings[0]?.message).toBe(`Codex reports: failed to parse ${own}/hooks.json`);
    expect(texts(at.home)).toEqual(before);
    expect(readdirSync(temporary).filter((one) => one.includes("codex"))).toEqual([]);
    const { env, args, config } = JSON.parse(readFileSync(inputFile, "utf8"));
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
    const at = trustingHome();
    const file = at.configure("codex");
    const own = { ...listed(file, {}), sourcePath: file, trustStatus: "untrusted" };
    fakeCodex({ hooks: [own, listed(file, {})] });
    expect(idsOf(await diagnosed("codex", { ...at, folder: at.home }))).toEqual([[], []]);
  });

  test("reports that trust is unknown if config.toml does not parse", async () => {
    const at = trustingHome();
    fakeCodex({ hooks: [listed(at.configure("codex"), {})] });
    write(join(at.home, ".codex", "config.toml"), "[features]\nhooks = maybe\n");
    const { findings } = await at.diagnose("codex");
    expect(findings.map(({ id }) => id)).toEqual(["broken-file", "trust-unknown"]);
  });

  test("reports an untrusted project if Codex lists none of its hooks", async () => {
    const at = trustingHome();
    at.configure("codex", "project");
    fakeCodex({});
    expect(await found(at)).toEqual([
      expect.objectContaining({ id: "not-trusted", message: expect.stringContaining("does not trust the project") }),
    ]);
  });

  test("distinguishes a file that Codex reads with warnings from one that it cannot read", async () => {
    const at = trustingHome();
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
    const at = trustingHome();
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
    const at = trustingHome();
    at.configure("codex");
    if (script !== undefined) fakeCodex(script);
    expect((await at.diagnose("codex")).findings).toEqual([
      expect.objectContaining({ id: "trust-unknown", message: expect.stringContaining(why) }),
    ]);
  });

  test.each([
    ["an unknown field", (text: string) => text.replace("{", '{ "zzz": 1,')],
    ["a timeout that is not a whole number", (text: string) => text.replace(/"timeout": \d+/, '"timeout": 3.5')],
  ])("reports that Codex ignores a file with %s", async (_, edit) => {
    const at = trustingHome();
    change(at.configure("codex"), edit);
    expect(idsOf(await at.diagnose("codex"))).toEqual([["broken-file"]]);
  });
});
