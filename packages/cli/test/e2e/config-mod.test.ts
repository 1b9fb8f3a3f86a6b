import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fakeHookSource, folder, GUARD } from "../config-folder.js";
import { agentHook } from "../run-command.js";

const HOOK = { ...GUARD, hosts: ["claude-code"], points: ["beforeTool"] };
const ANSWERER = { ...HOOK, respondsTo: ["Bash"] };

/** Writes a hook into a home folder, and returns how to configure it there. */
function home(manifest: object = ANSWERER) {
  const path = folder();
  const hook = join(path, "guard.cjs");
  writeFileSync(hook, fakeHookSource(manifest));
  const env = { HOME: path, CLAUDE_CONFIG_DIR: "" };
  const run = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    agentHook(args, { env: { ...env, ...more }, cwd: folder() });
  const config = (...args: string[]) => run(["config", "claude-code", "--mod", ...args, "--", process.execPath, hook]);
  const mod = join(path, ".claude", "skills", "agent-hook-guard");
  const settings = join(path, ".claude", "settings.json");
  const read = (name: string) => readFileSync(join(mod, name), "utf8");
  const findings = async (more: NodeJS.ProcessEnv = {}) => {
    const { stdout } = await run(["doctor", "claude-code", "--json"], more);
    const ids = [...stdout.matchAll(/"id": "((?:mod-|never-)[\w-]+)"/g)].map(([, id]) => id);
    return [...new Set(ids)];
  };
  return { run, config, hook, mod, settings, read, findings };
}

describe("config with --mod", () => {
  test("writes the command to the settings and a plugin next to it; --remove removes both", async () => {
    const { run, config, hook, mod, settings, read } = home();
    const written = await config("--write", "--yes");
    expect(written.code, written.stderr).toBe(0);
    expect(written.stdout).toContain(`wrote the mod ${mod}`);
    expect(JSON.parse(read(".claude-plugin/plugin.json"))).toMatchObject({ name: "agent-hook-guard" });
    expect(JSON.parse(read("hooks/hooks.json"))).toEqual({ modules: ["./register.ts"] });
    const entry = readFileSync(settings, "utf8");
    expect(entry).toContain("guard.sh' block claude-code PreToolUse");
    expect(entry).toContain(`'${hook}' '--host' 'claude-code'`);
    expect(read("hooks/register.ts")).toContain(`"${hook}",\n    "--host",\n    "claude-code"`);

    const removed = await run(["config", "claude-code", "--write", "--yes", "--remove", "--name", "guard"]);
    expect(removed.stdout).toContain(`removed the mod ${mod}`);
    expect(existsSync(mod)).toBe(false);
    expect(existsSync(settings)).toBe(false);
  });

  test("writes nothing without --write, and leaves a plugin of somebody else alone", async () => {
    const { config, mod } = home();
    const { stdout, stderr } = await config();
    expect(JSON.parse(stdout)).toHaveProperty("hooks.PreToolUse");
    expect(stderr).toContain(`The mod belongs into ${mod}`);
    expect(existsSync(mod)).toBe(false);
    for (const name of [".claude-plugin/plugin.json", "hooks/hooks.json", "hooks/register.ts"]) {
      mkdirSync(join(mod, name, ".."), { recursive: true });
      writeFileSync(join(mod, name), "{}");
    }
    const refused = await config("--write", "--yes");
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain("is not from agent-hook");
  });

  test("--remove leaves a skill with the folder's name alone, and files that somebody added to the mod", async () => {
    const { run, config, mod, hook } = home();
    const remove = (...args: string[]) =>
      run(["config", "claude-code", "--write", "--yes", "--remove", "--name", "guard", ...args]);
    mkdirSync(mod, { recursive: true });
    writeFileSync(join(mod, "SKILL.md"), "mine");
    expect((await remove()).stdout).not.toContain("removed the mod");
    expect((await config("--write", "--yes")).stderr).toContain("is not from agent-hook");
    rmSync(join(mod, "SKILL.md"));
    await config("--write", "--yes");
    writeFileSync(join(mod, "NOTES.md"), "mine");
    expect((await remove("--project")).stdout).not.toContain("removed the mod");
    const other = [
      "config",
      "claude-code",
      "--mod",
      "--name",
      "Guard",
      "--write",
      "--yes",
      "--",
      process.execPath,
      hook,
    ];
    expect((await run(other)).stderr).toContain('is the mod of the hook "guard"');
    expect((await remove()).stdout).toContain(`removed the mod ${mod}`);
    expect(readdirSync(mod)).toEqual(["NOTES.md"]);
  });

  test.each([
    ["--project", ANSWERER, "leave out the file, --project"],
    ["--managed", ANSWERER, "leave out the file, --project"],
    ["--json", HOOK, "the command does all that it can do"],
    ["--json", { ...ANSWERER, deadlines: { interceptMs: 60_000, approveMs: 60_000 } }, "waits 28 s for a mod"],
  ])("is refused where a mod would not work: %s, %#", async (flag, manifest, why) => {
    const { code, stdout, stderr } = await home(manifest).config(flag);
    expect(code).toBe(2);
    expect(stdout + stderr).toContain(why);
  });
});

test("doctor tells a mod that is right from one that is stale, disabled, incomplete or without a hook", async () => {
  const { config, mod, settings, read, findings } = home({ ...ANSWERER, points: ["beforeTool", "afterLlm"] });
  await config("--write", "--yes");
  expect(await findings()).toEqual([]);

  const module = join(mod, "hooks", "register.ts");
  const text = read("hooks/register.ts");
  writeFileSync(module, `${text}// edited\n`);
  expect(await findings()).toEqual(["mod-stale"]);
  writeFileSync(module, text.replace("guard.cjs", "other.cjs"));
  expect(await findings()).toEqual(["mod-stale"]);
  writeFileSync(module, text);

  const before = readFileSync(settings, "utf8");
  const off = { ...JSON.parse(before), enabledPlugins: { "agent-hook-guard@skills-dir": false } };
  writeFileSync(settings, JSON.stringify(off));
  expect(await findings()).toEqual(["mod-disabled"]);
  const others = { "agent-hook-other@skills-dir": false };
  writeFileSync(settings, JSON.stringify({ ...JSON.parse(before), enabledPlugins: others }));
  expect(await findings()).toEqual([]);
  writeFileSync(settings, before);
  const managed = join(folder(), "managed.json");
  const policy = { "cc-plugin-sec-default@builtin": { options: { allowManagedModsOnly: true } } };
  writeFileSync(managed, JSON.stringify({ pluginConfigs: policy }));
  expect(await findings({ CLAUDE_CODE_MANAGED_SETTINGS_PATH: managed })).toEqual(["mod-disabled"]);

  writeFileSync(settings, JSON.stringify({ ...JSON.parse(before), hooks: {} }));
  expect(await findings()).toEqual(["mod-alone"]);
  writeFileSync(settings, before);

  rmSync(module);
  expect(await findings()).toEqual(["mod-missing"]);
  rmSync(mod, { recursive: true });
  expect(await findings()).toEqual(["never-called"]);
  // A skill of the user, not a mod.
  mkdirSync(mod);
  writeFileSync(join(mod, "SKILL.md"), "mine");
  expect(await findings()).toEqual(["never-called"]);
});
