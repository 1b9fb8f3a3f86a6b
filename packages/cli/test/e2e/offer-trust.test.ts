import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeHookSource, folder } from "../config-folder.js";
import { MANIFEST, valueIn } from "../doctor/agents.js";
import { PersonTerminal } from "../person-terminal.js";
import { agentHook } from "../run-command.js";
import { trustingCodex } from "../trusting-codex.js";

const HINT = "Not active until trusted: Codex skips a new or changed hook";
/** The first of these that the screen shows tells whether the person is asked. */
const ASKED_OR_ENDED = /Trust it now|Not active until trusted|(?<!whether )Codex trusts/;
const TRUSTS = 'Codex trusts "guard"';

/** Creates a home with a hook, and a Codex that is changed as `trustingCodex` does. */
function machine(change?: string) {
  const home = folder();
  const cwd = folder("project");
  const describe = (manifest: object) => writeFileSync(join(home, "guard.cjs"), fakeHookSource(manifest));
  describe(MANIFEST);
  trustingCodex(join(home, "bin", "codex"), change);
  const file = (name: string) => join(home, ".codex", name);
  const PATH = `${join(home, "bin")}:/usr/bin:/bin`;
  const args = (more: readonly string[]) => [
    ...["config", "codex", "--write", ...more, "--", process.execPath, join(home, "guard.cjs")],
  ];
  return {
    describe,
    hooks: file("hooks.json"),
    config: () => (existsSync(file("config.toml")) ? readFileSync(file("config.toml"), "utf8") : ""),
    configure: () => agentHook(args(["--yes"]), { cwd, env: { HOME: home, PATH, CODEX_HOME: "" } }),
    trust: () => {
      const key = JSON.stringify(`${file("hooks.json")}:PreToolUse:0:0`);
      writeFileSync(file("config.toml"), `[hooks.state.${key}]\ntrusted_hash = "sha256:x"\n`);
    },
    remove: (...more: string[]) =>
      agentHook(["config", "codex", "--write", "--remove", "--name", "guard", "--yes", ...more], {
        cwd,
        env: { HOME: home, PATH, CODEX_HOME: "" },
      }),
    terminal: (...more: string[]) => new PersonTerminal(args(more), { HOME: home, PATH, TERM: "xterm" }, cwd),
  };
}

const trustedKeys = (config: string) => [...config.matchAll(/"[^"]*hooks.json:(\w+:\d+:\d+)"/g)].map(([, key]) => key);

test("config --write shows the commands of a new entry, asks, and lets Codex trust that entry and no other", async () => {
  const at = machine();
  const other = { hooks: [{ type: "command", command: "echo other" }] };
  await at.configure();
  const before = valueIn(readFileSync(at.hooks, "utf8"));
  writeFileSync(at.hooks, JSON.stringify({ hooks: { PreToolUse: [other] } }));
  await using terminal = at.terminal();
  await terminal.shows(/Write this to/);
  terminal.type("y");
  await terminal.shows(/Trust it now/);
  expect(at.config()).toBe("");
  terminal.type("y");
  expect(await terminal.ended).toBe(0);
  expect(terminal.screen).toContain("as you and outside its sandbox");
  expect(terminal.screen.replaceAll(/\s/g, "")).toContain(
    `PreToolUse:${before.hooks.PreToolUse[0].hooks[0].command}`.replaceAll(/\s/g, ""),
  );
  expect(terminal.screen).toContain(TRUSTS);
  expect(terminal.screen).not.toContain(HINT);
  expect(trustedKeys(at.config())).toEqual(["PreToolUse:1:0"]);
});

test.each([
  ["presses Enter", "\r", 0],
  ["says no", "n", 0],
  ["presses Ctrl-C", "\u0003", 130],
])("Codex trusts nothing if the person %s, and the person reads what to do", async (_, key, code) => {
  const at = machine();
  await at.configure();
  await using terminal = at.terminal();
  await terminal.shows(/Trust it now/);
  terminal.type(key);
  expect(await terminal.ended).toBe(code);
  expect(terminal.screen).toContain(HINT);
  expect(at.config()).toBe("");
});

test("--yes trusts nothing, asks nothing and starts no Codex, also in a terminal", async () => {
  const at = machine('require("node:fs").writeFileSync(process.env.HOME + "/started", "");');
  expect((await at.configure()).stderr).toContain(HINT);
  await using terminal = at.terminal("--yes");
  expect(HINT).toContain((await terminal.shows(ASKED_OR_ENDED))[0]);
  expect(await terminal.ended).toBe(0);
  expect(at.config()).toBe("");
  expect(existsSync(join(at.hooks, "..", "..", "started"))).toBe(false);
});

test("asks again about an entry that changed after it was trusted, and not about one that is trusted", async () => {
  const at = machine();
  await at.configure();
  const agree = async (terminal: PersonTerminal) => {
    await terminal.shows(/Trust it now/);
    terminal.type("y");
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen).toContain(TRUSTS);
  };
  await using first = at.terminal();
  await agree(first);
  await using second = at.terminal();
  expect(TRUSTS).toContain((await second.shows(ASKED_OR_ENDED))[0]);
  await second.ended;
  at.describe({ ...MANIFEST, deadlines: { ...MANIFEST.deadlines, oneCallMs: 9000 } });
  await using changed = at.terminal();
  await changed.shows(/Write this to/);
  changed.type("y");
  await agree(changed);
});

test.each([
  [
    "hooks are switched off",
    'answers["config/read"] = () => ({ result: { config: { features: { hooks: false } } } });',
    "features.hooks is false, so Codex silently starts no hooks: remove it from config.toml",
  ],
  [
    "Codex is too old to list hooks",
    'answers["hooks/list"] = () => ({ error: { code: -32600, message: "unknown variant" } });',
    'cannot find out whether Codex trusts "guard": it does not accept hooks/list; update Codex, it is too old',
  ],
])("does not ask if %s, and names the reason and what to do", async (_, change, why) => {
  const at = machine(change);
  await at.configure();
  await using terminal = at.terminal();
  expect(HINT).toContain((await terminal.shows(ASKED_OR_ENDED))[0]);
  expect(await terminal.ended).toBe(0);
  expect(terminal.screen).toContain(`Warning: ${why}`);
});

test("exits with 1 if Codex refuses what the person agreed to, and names the reason and what to do", async () => {
  const at = machine('answers["config/batchWrite"] = () => ({ error: { code: -32603, message: "read-only" } });');
  await at.configure();
  await using terminal = at.terminal();
  await terminal.shows(/Trust it now/);
  terminal.type("y");
  expect(await terminal.ended).toBe(1);
  expect(terminal.screen).toContain('Codex does not trust "guard": it did not write its config.toml: read-only');
  expect(terminal.screen).toContain(HINT);
});

test("Codex forgets a removed hook", async () => {
  const at = machine();
  await at.configure();
  await using terminal = at.terminal();
  await terminal.shows(/Trust it now/);
  terminal.type("y");
  await terminal.ended;
  expect(at.config()).toContain("trusted_hash");
  const { code, stdout, stderr } = await at.remove();
  expect({ code, config: at.config() }, stdout + stderr).toEqual({ code: 0, config: "" });
});

test.each([
  [
    "Codex does not forget it",
    'answers["config/batchWrite"] = () => ({ error: { code: 1, message: "denied" } });',
    "denied",
  ],
  ["Codex is too old to list hooks", 'answers["hooks/list"] = () => ({ error: { code: 1, message: "" } });', "too old"],
])("if %s, the person reads why", async (_, change, why) => {
  const at = machine(change);
  await at.configure();
  at.trust();
  const { code, stdout, stderr } = await at.remove("--json");
  expect(code).toBe(0);
  expect(stderr).toBe("");
  const warning = expect.stringMatching(`^Warning: Codex may still trust the removed hook: .*${why}`);
  expect(JSON.parse(stdout).notes).toContainEqual(warning);
});

test("no Codex is asked about a hook that nobody trusts", async () => {
  const at = machine("process.exit(1);");
  await at.configure();
  expect((await at.remove()).stderr).not.toContain("Warning");
});
