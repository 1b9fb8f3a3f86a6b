import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { describing, folder, GUARD } from "../config-folder.js";
import { idsOf, runDoctor } from "../doctor/run-doctor.js";
import { agentHook } from "../run-command.js";

type Json = Record<string, unknown>;

const MANIFEST = { ...GUARD, points: ["approveTool"], hosts: ["docker-agent"] };
const DENIES = { ...MANIFEST, points: ["beforeTool"], onFailure: "continue" };
const AGENTS = { version: "11", agents: { root: { model: "x" }, helper: { model: "y" } } };

interface Made {
  readonly path: string;
  readonly hook: string;
  /** Rewrites the file with a changed text or value. */
  text(change: (text: string) => string): void;
  value(change: (value: Json) => void): void;
}

/** Creates a file as `agent-hook config` writes it. */
async function made(manifest: object = MANIFEST, version = "v1.123.0", file: object = AGENTS): Promise<Made> {
  const cwd = folder("it's a $folder");
  const hook = join(cwd, "hook.js");
  writeFileSync(hook, describing(manifest));
  const path = join(cwd, "agent.yaml");
  writeFileSync(path, stringify(file));
  const args = ["config", `docker-agent@${version}`, "--write", path, "--yes", "--", process.execPath, hook];
  const { code, stderr } = await agentHook(args);
  expect(code, stderr).toBe(0);
  const text = (change: (text: string) => string) => writeFileSync(path, change(readFileSync(path, "utf8")));
  const value = (change: (value: Json) => void) =>
    text((before) => {
      const all = parse(before);
      change(all);
      return stringify(all, { lineWidth: 0 });
    });
  return { path, hook, text, value };
}

/** Creates the same file for a hook with a start-up snapshot. */
async function madeOfSnapshot() {
  const { path, hook } = await made();
  const [blob, bundle] = [hook.replace(/\.js$/, ".blob"), hook.replace(/\.js$/, ".cjs")];
  const main = `require("node:v8").startupSnapshot.setDeserializeMainFunction(() => { ${describing(MANIFEST)} });`;
  // The bundle describes itself in the same way without the snapshot.
  writeFileSync(
    bundle,
    `if (!require("node:v8").startupSnapshot.isBuildingSnapshot()) ${describing(MANIFEST)} else ${main}`,
  );
  execFileSync(process.execPath, ["--snapshot-blob", blob, "--build-snapshot", bundle]);
  const command = [process.execPath, "--snapshot-blob", blob];
  const { code, stderr } = await agentHook([
    "config",
    "docker-agent@v1.123.0",
    "--write",
    path,
    "--yes",
    "--",
    ...command,
  ]);
  expect(code, stderr).toBe(0);
  return { path, blob, bundle };
}

async function found(path: string, ...args: string[]) {
  const { stdout, stderr, code } = await runDoctor(["--json", ...args, path]);
  expect(stderr).toBe("");
  const report = JSON.parse(stdout);
  expect(code).toBe(report.ok ? 0 : 1);
  return idsOf(report);
}

const root = ({ agents }: Json) => (agents as { root: { hooks: Record<string, Json[]> } }).root;
const FINE = { config: [], guard: [] };

describe("agent-hook doctor of docker-agent's files", () => {
  test.each([
    ["an agent's file", AGENTS, "v1.123.0"],
    ["the user's config", { settings: { theme: "dark" } }, "v1.123.0"],
    ["a file of hooks.d", {}, "v1.123.0"],
  ])("finds nothing in the output of config: %s", async (_, file, version) => {
    const { path } = await made(MANIFEST, version, file);
    expect(await found(path)).toEqual(FINE);
    const { code, stdout } = await runDoctor([path]);
    expect(code).toBe(0);
    expect(stdout).toContain("✓ is called before --yolo, allow rules and safety modes apply");
    expect(stdout).toContain("✓ 1 hook: nothing found");
  });

  test.each<[what: string, manifest: object]>([
    ["a guard", MANIFEST],
    ["a hook that may deny and continues on failure", DENIES],
  ])("reports that an older docker-agent cannot enforce %s", async (_, manifest) => {
    const { path } = await made(manifest, "v1.58.0");
    expect(await found(path)).toEqual({ config: [], guard: ["not-enforceable"] });
    expect((await runDoctor([path])).stdout).toContain("under --yolo, allow rules or in background agents");
  });

  test("requires the same of a hook that may deny as of a guard, even if it continues on failure", async () => {
    const { path, value } = await made(DENIES);
    expect(await found(path)).toEqual(FINE);
    value((all) => root(all).hooks.pre_tool_use?.shift());
    expect(await found(path)).toEqual({ config: [], guard: ["unenforced"] });
    value((all) => delete (root(all) as Json).hooks);
    expect(await found(path)).toEqual({ config: [], guard: ["unguarded-agent"] });
  });

  test("requires no entry at pre_tool_use for a block hook that cannot deny there", async () => {
    const { path } = await made({ ...MANIFEST, points: ["beforeLlm", "beforeTool"], forTools: ["beforeTool"] });
    expect(await found(path)).toEqual(FINE);
  });

  test.each<[what: string, change: (text: string) => string, ids: readonly string[]]>([
    ["a missing launcher", (text) => text.replaceAll("guard.sh", "gone.sh"), ["launcher-missing"]],
    ["a missing Node", (text) => text.replaceAll(`'${process.execPath}'`, "'/no/node'"), ["program-missing"]],
    ["another event", (text) => text.replaceAll("docker-agent pre_tool_use", "docker-agent stop"), ["wrong-event"]],
    ["another denial", (text) => text.replaceAll('"deny"', '"allow"'), ["wrong-denial"]],
    ["another mode", (text) => text.replaceAll("' block ", "' continue "), ["wrong-denial", "wrong-mode"]],
    ["a launcher's limit below the deadline", (text) => text.replaceAll("use 6 ", "use 4 "), ["limits-order"]],
    ["a timeout below the launcher's limit", (text) => text.replaceAll("timeout: 10", "timeout: 6"), ["limits-order"]],
    ["another variant", (text) => text.replaceAll("/preempt", ""), ["wrong-variant"]],
    ["no variant", (text) => text.replaceAll(/^ *preempt_yolo: true\n/gm, ""), ["wrong-variant", "unenforced"]],
    ["another version", (text) => text.replace("v1.123.0", "v1.100.0"), ["version-differs"]],
    ["no --host", (text) => text.replaceAll(" '--host' 'docker-agent@v1.123.0/preempt'", ""), ["version-unknown"]],
    ["a matcher", (text) => text.replaceAll('matcher: "*"', "matcher: shell"), ["partial-guard"]],
    ["an empty matcher for every tool", (text) => text.replaceAll('matcher: "*"', 'matcher: ".*"'), []],
    ["a matcher that is not closed", (text) => text.replaceAll('matcher: "*"', 'matcher: "sh[ell"'), ["bad-matcher"]],
    [
      "a matcher that Go does not support",
      (text) => text.replaceAll('matcher: "*"', 'matcher: "(?!ls).*"'),
      ["bad-matcher"],
    ],
    [
      "a matcher that only Go supports",
      (text) => text.replaceAll('matcher: "*"', 'matcher: "(?i)SHELL"'),
      ["partial-guard"],
    ],
    ["a Node without a path", (text) => text.replaceAll(`'${process.execPath}'`, "'node'"), ["unsafe-command"]],
    ["a hook without a path", (text) => text.replaceAll(/'[^']*'\\''[^']*hook\.js'/g, "'hook.js'"), ["unsafe-command"]],
  ])("finds, in the entry: %s", async (_, change, ids) => {
    const { path, text } = await made();
    text(change);
    expect(await found(path, ...(ids[0] === "version-differs" ? ["--host", "docker-agent@v1.123.0"] : []))).toEqual({
      config: [],
      guard: ids,
    });
  });

  test.each<[what: string, fields: Json, ids: readonly string[]]>([
    ["a missing folder", { working_dir: "/no/such folder" }, ["working-dir-missing"]],
    ["a folder that is a file", { working_dir: process.execPath }, ["working-dir-missing"]],
    ["a folder that docker-agent resolves", { working_dir: "$NO/such" }, []],
    ["a folder from which the hook starts", { working_dir: "src" }, []],
    ["an environment in which it does not start", { env: { NODE_OPTIONS: "--no-such" } }, ["describe-failed"]],
    ["an environment that docker-agent fills in", { env: { NODE_OPTIONS: `\${env.OPTIONS}` } }, []],
  ])("checks the other fields of an entry: %s", async (_, fields, ids) => {
    const { path, value } = await made();
    value((all) => {
      const { hooks } = (all.agents as { helper: { hooks: { pre_tool_use: [{ hooks: [Json] }] } } }).helper;
      Object.assign(hooks.pre_tool_use[0].hooks[0], fields);
    });
    expect(await found(path)).toEqual({ config: [], guard: ids });
    const { stdout } = await runDoctor([path]);
    expect(stdout.includes("✓ starts:")).toBe(ids.length === 0);
  });

  test("finds a program from a project's packages", async () => {
    const { path, text } = await made();
    const planted = join(path, "../node_modules/.bin/node");
    mkdirSync(join(planted, ".."), { recursive: true });
    writeFileSync(planted, `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
    text((before) => before.replaceAll(`'${process.execPath}'`, `'${planted.replaceAll("'", "'\\''")}'`));
    expect(await found(path)).toEqual({ config: [], guard: ["program-of-packages"] });
  });

  test("reports an entry for an event that the hook does not handle", async () => {
    const { path, value } = await made();
    value((all) => {
      root(all).hooks.post_tool_use = JSON.parse(
        JSON.stringify(root(all).hooks.pre_tool_use).replaceAll("agent pre_tool_use", "agent post_tool_use"),
      );
    });
    const { stdout } = await runDoctor([path]);
    expect(stdout).toContain("note superfluous-event  it has an entry for post_tool_use, which it does not handle");
    expect(stdout).toContain("✓ is called before");
    value((all) => {
      delete root(all).hooks.pre_tool_use;
      delete (all.agents as Json).helper;
    });
    expect((await runDoctor([path])).stdout).not.toContain("✓ is called before");
  });

  test("finds a missing hook, and one that does not start", async () => {
    const { path, hook } = await made();
    writeFileSync(hook, "throw new Error('no')");
    expect(await found(path)).toEqual({ config: [], guard: ["describe-failed"] });
    rmSync(hook);
    expect(await found(path)).toEqual({ config: [], guard: ["hook-missing"] });
  });

  test("finds a hook of the SDK without the launcher if a crash would let something through", async () => {
    const { path, value, hook } = await made();
    const bare = join(hook, "../bare.cjs");
    writeFileSync(bare, `// @agent-hook/sdk\nif (process.argv.includes("--describe")) ${describing(MANIFEST)}`);
    value((all) => {
      const [entry] = root(all).hooks.pre_tool_use as [{ hooks: [Json] }];
      const { command } = entry.hooks[0];
      const asked = (name: string, text: string) => ({
        hooks: [{ type: "command", command: text, name, working_dir: dirname(hook) }],
      });
      root(all).hooks.session_start = [{ type: "command", command: "x --host docker-agent", name: "told" }];
      root(all).hooks.post_tool_use = [asked("by flag", "guard --host docker-agent@v1.123.0")];
      root(all).hooks.permission_request = [asked("changed", `${command} 2>>log`)];
      root(all).hooks.pre_tool_use?.push(asked("asked", "node bare.cjs"));
    });
    expect(await found(path)).toEqual({
      config: [],
      guard: [],
      told: [],
      "by flag": ["bare-command"],
      changed: ["bare-command"],
      asked: ["bare-command"],
    });
  });

  test("ignores the hooks of others and starts none of them", async () => {
    const { path, value, hook } = await made();
    const log = join(hook, "../log");
    const other = join(hook, "../other.cjs");
    writeFileSync(other, `require("node:fs").writeFileSync(${JSON.stringify(log)}, "");`);
    const commands = ["true", "node /opt/audit.js", `cat >> "${log}"`, `node "${other}"`];
    value((all) => {
      const hooks = commands.map((command, index) => ({ type: "command", command, name: `log${index}` }));
      root(all).hooks.pre_tool_use?.push({ hooks });
      root(all).hooks.permission_request = [{ hooks: [{ type: "builtin", command: "redact_secrets" }] }];
    });
    expect(await found(path)).toEqual({ config: ["not-inspected"], guard: [], log0: [], log1: [], log2: [], log3: [] });
    expect((await runDoctor([path])).code).toBe(0);
    expect(existsSync(log)).toBe(false);
  });

  test.each<[what: string, change: (all: Json) => void, ids: Readonly<Record<string, readonly string[]>>]>([
    [
      "an agent without the guard",
      (all) => Object.assign(all.agents as Json, { third: {} }),
      { guard: ["unguarded-agent"] },
    ],
    [
      "an agent that runs another program",
      (all) => Object.assign(root(all), { harness: { type: "x" } }),
      { config: ["harnessed-agent"] },
    ],
    [
      "agents of other files",
      (all) => Object.assign(root(all), { sub_agents: ["helper", "catalog/pirate"], handoffs: ["catalog/parrot"] }),
      { config: ["outside-agent"] },
    ],
    [
      "an agent whose model calls tools from a script",
      (all) => Object.assign(root(all), { code_mode_tools: true }),
      { config: ["code-mode"] },
    ],
    [
      "an event that docker-agent does not know",
      (all) => Object.assign(root(all).hooks, { pre_tool: [] }),
      { config: ["unknown-event"] },
    ],
    ["an invalid entry", (all) => Object.assign(root(all).hooks, { stop: ["date"] }), { config: ["not-a-hook"] }],
    [
      "an entry of another type",
      (all) => {
        const [entry] = root(all).hooks.pre_tool_use as [{ hooks: Json[] }];
        entry.hooks.push({ ...entry.hooks[0], type: "builtin" });
      },
      { config: ["other-type"] },
    ],
    ["an old schema", (all) => Object.assign(all, { version: "8" }), { config: ["old-schema"] }],
    [
      "an event that makes headless runs hang",
      (all) => Object.assign(root(all).hooks, { notification: [{ type: "command", command: "bell", name: "bell" }] }),
      { config: ["hangs-headless"], bell: [] },
    ],
    [
      "allow rules that skip a guard",
      (all) => {
        Object.assign(all, { permissions: { allow: ["shell"] } });
        for (const entry of root(all).hooks.pre_tool_use ?? []) delete entry.preempt_yolo;
      },
      { guard: ["wrong-variant", "unenforced", "allow-rules"] },
    ],
  ])("finds, in the file: %s", async (_, change, ids) => {
    const { path, value } = await made();
    value(change);
    expect(await found(path)).toEqual({ ...FINE, ...ids });
  });

  test.each<[what: string, manifest: object, version: string, ids: readonly string[]]>([
    ["a guard that runs before them", MANIFEST, "v1.123.0", []],
    ["a rewrite that comes too late", { ...MANIFEST, points: ["beforeTool"] }, "v1.123.0", ["allow-rewrites"]],
    ["a version that calls no hook before them", MANIFEST, "v1.58.0", ["allow-rules", "not-enforceable"]],
  ])("reports what allow rules leave for a hook: %s", async (_, manifest, version, ids) => {
    const { path, value } = await made(manifest, version, AGENTS);
    value((all) => Object.assign(all, { permissions: { allow: ["shell"] } }));
    expect(await found(path)).toEqual({ config: [], guard: ids });
    if (ids.length > 0) expect((await runDoctor([path])).stdout).toContain("permissions.allow lets shell run");
  });

  test("reads the allow rules of the user's config", async () => {
    const file = { settings: { permissions: { allow: ["shell"] } } };
    const { path } = await made({ ...MANIFEST, points: ["beforeTool"] }, "v1.123.0", file);
    expect(await found(path)).toEqual({ config: [], guard: ["allow-rewrites"] });
  });

  test("finds a key in hooks.d that makes docker-agent skip the file", async () => {
    const { path, text } = await made(MANIFEST, "v1.123.0", {});
    text((before) => `${before}hooks: {}\n`);
    expect(await found(path)).toEqual({ config: ["unknown-event"], guard: [] });
  });

  test("finds an event that the version does not have, and a handled event without an entry", async () => {
    const { path, value } = await made({
      ...MANIFEST,
      points: ["approveTool", "afterTool"],
      native: { "docker-agent": ["worktree_create"] },
    });
    expect(await found(path, "--host", "docker-agent@v1.58.0")).toMatchObject({ config: ["unknown-event"] });
    value((all) => {
      for (const agent of Object.values(all.agents as Record<string, { hooks: Json }>)) {
        delete agent.hooks.tool_response_transform;
      }
    });
    expect(await found(path)).toEqual({ config: [], guard: ["missing-event", "large-results"] });
  });

  test("finds a mapping instead of a list if the version takes none", async () => {
    const { path, value } = await made(MANIFEST, "v1.58.0");
    value((all) => Object.assign(root(all).hooks, { stop: { type: "command", command: "true", name: "stop" } }));
    expect(await found(path)).toEqual({ config: ["not-a-hook"], guard: ["not-enforceable"], stop: [] });
    const { stdout } = await runDoctor([path]);
    expect(stdout).toContain("agents.root.hooks.stop: expected a list: docker-agent does not start");
    expect((await found(path, "--host", "docker-agent@v1.123.0")).config).toEqual([]);
  });

  test("finds a hook whose results only block keeps from the model, unless it also handles the messages", async () => {
    const looking = { ...MANIFEST, points: ["afterTool"] };
    const { path, hook } = await made(looking);
    expect(await found(path)).toEqual({ config: [], guard: ["large-results"] });
    writeFileSync(hook, describing({ ...looking, points: ["afterTool", "beforeLlm"] }));
    expect(await found(path)).toEqual({ config: [], guard: ["missing-event"] });
  });

  test("finds two hooks that rewrite at the same event", async () => {
    const rewrites = { ...MANIFEST, points: ["beforeTool", "approveTool", "afterTool"] };
    const { path, hook } = await made(rewrites);
    const args = ["config", "docker-agent@v1.123.0", "--name", "two", "--write", path, "--yes"];
    await agentHook([...args, "--", process.execPath, hook, "--two"]);
    expect(await found(path)).toEqual({
      config: ["rewrites-collide", "rewrites-merge"],
      guard: ["large-results"],
      two: ["large-results"],
    });
  });

  test("finds a start-up snapshot made by another Node", async () => {
    const { path, blob, bundle } = await madeOfSnapshot();
    expect(await found(path)).toEqual(FINE);
    const bytes = readFileSync(blob);
    const at = bytes.indexOf(process.version.slice(1));
    bytes.write("1", at + 1);
    writeFileSync(blob, bytes);
    expect(await found(path)).toEqual({ config: [], guard: ["other-node"] });
    rmSync(bundle);
    expect((await found(path)).guard).toEqual(["bad-snapshot"]);
  });

  test.each([
    ["is empty", 0],
    ["is truncated", 300_000],
  ])("finds a start-up snapshot that %s, and runs the bundle next to it", async (_, length) => {
    const { path, blob } = await madeOfSnapshot();
    writeFileSync(blob, readFileSync(blob).subarray(0, length));
    expect(await found(path)).toEqual({ config: [], guard: ["bad-snapshot"] });
    const { stdout } = await runDoctor([path]);
    expect(stdout).toContain("fix: rebuild it: agent-hook build");
    expect(stdout).not.toContain("✓ starts:");
  });

  test("finds a start-up snapshot that does not match the bundle next to it", async () => {
    const { path, bundle } = await madeOfSnapshot();
    writeFileSync(bundle, `${readFileSync(bundle, "utf8")}// changed`);
    expect(await found(path)).toEqual({ config: [], guard: ["stale-snapshot"] });
  });

  test.each([
    ["an agent without a hook", AGENTS, "nothing guards root and helper"],
    ["an empty file", {}, "there is no hook with a command: nothing is guarded"],
    ["no agent", { agents: {} }, "nothing is guarded"],
  ])("finds files without a guard: %s", async (_, value, message) => {
    const path = join(folder(), "agent.yaml");
    writeFileSync(path, stringify(value));
    expect(await found(path)).toEqual({ config: ["nothing-guards"] });
    expect((await runDoctor([path])).stdout).toContain(message);
  });

  test("rejects a file that does not exist", async () => {
    const { code, stdout, stderr } = await runDoctor([join(folder(), "no.yaml")]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/there is no file .*no\.yaml: name the file/);
  });

  test.each([
    [["--host", "picoclaw@v0.2.9"], AGENTS, "picoclaw does not read such a file: expected docker-agent"],
    [[], { agents: [] }, "a.yml: agents: expected a mapping from names to agents"],
    [[], "\uFEFFagents: {}\n", "begins with a byte order mark"],
    [[], { services: {} }, 'is not a file of docker-agent: expected "agents"'],
  ])("rejects what it cannot judge: %j", async (args, file, message) => {
    const path = join(folder(), "a.yml");
    writeFileSync(path, typeof file === "string" ? file : stringify(file));
    const { code, stderr } = await runDoctor([...args, path]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
