import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { fakeHookSource } from "../config-folder.js";
import {
  AGENTS,
  configuredFile,
  configuredSnapshot,
  DENIES,
  findingIds,
  type Json,
  MANIFEST,
  NO_FINDINGS,
  root,
} from "../doctor/docker-agent.js";
import { runDoctor } from "../doctor/run-doctor.js";

describe("agent-hook doctor of docker-agent's files", () => {
  test.each([
    ["an agent's file", AGENTS, "v1.123.0"],
    ["the user's config", { settings: { theme: "dark" } }, "v1.123.0"],
    ["a file of hooks.d", {}, "v1.123.0"],
  ])("finds nothing in the output of config: %s", async (_, file, version) => {
    const { path } = await configuredFile(MANIFEST, version, file);
    expect(await findingIds(path)).toEqual(NO_FINDINGS);
    const { code, stdout } = await runDoctor([path]);
    expect(code).toBe(0);
    expect(stdout).toContain("✓ is called before --yolo, allow rules and safety modes apply");
    expect(stdout).toContain("✓ 1 hook: nothing found");
  });

  test.each<[what: string, manifest: object]>([
    ["a guard", MANIFEST],
    ["a hook that may deny and continues on failure", DENIES],
  ])("reports that an older docker-agent cannot enforce %s", async (_, manifest) => {
    const { path } = await configuredFile(manifest, "v1.58.0");
    expect(await findingIds(path)).toEqual({ config: [], guard: ["not-enforceable"] });
    expect((await runDoctor([path])).stdout).toContain("under --yolo, allow rules or in background agents");
  });

  test("requires the same of a hook that may deny as of a guard, even if it continues on failure", async () => {
    const { path, value } = await configuredFile(DENIES);
    expect(await findingIds(path)).toEqual(NO_FINDINGS);
    value((all) => root(all).hooks.pre_tool_use?.shift());
    expect(await findingIds(path)).toEqual({ config: [], guard: ["unenforced"] });
    value((all) => delete (root(all) as Json).hooks);
    expect(await findingIds(path)).toEqual({ config: [], guard: ["unguarded-agent"] });
  });

  test("requires no entry at pre_tool_use for a block hook that cannot deny there", async () => {
    const { path } = await configuredFile({
      ...MANIFEST,
      points: ["beforeLlm", "beforeTool"],
      forTools: ["beforeTool"],
    });
    expect(await findingIds(path)).toEqual(NO_FINDINGS);
  });

  test.each<[what: string, change: (text: string) => string, ids: readonly string[]]>([
    ["a missing launcher", (text) => text.replaceAll("guard.sh", "gone.sh"), ["launcher-missing"]],
    ["a missing Node", (text) => text.replaceAll(`'${process.execPath}'`, "'/no/program'"), ["program-missing"]],
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
    const { path, text } = await configuredFile();
    text(change);
    expect(
      await findingIds(path, ...(ids[0] === "version-differs" ? ["--host", "docker-agent@v1.123.0"] : [])),
    ).toEqual({
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
    const { path, value } = await configuredFile();
    value((all) => {
      const { hooks } = (all.agents as { helper: { hooks: { pre_tool_use: [{ hooks: [Json] }] } } }).helper;
      Object.assign(hooks.pre_tool_use[0].hooks[0], fields);
    });
    expect(await findingIds(path)).toEqual({ config: [], guard: ids });
    const { stdout } = await runDoctor([path]);
    expect(stdout.includes("✓ starts:")).toBe(ids.length === 0);
  });

  test("finds a program from a project's packages", async () => {
    const { path, text } = await configuredFile();
    const planted = join(path, "../node_modules/.bin/node");
    mkdirSync(join(planted, ".."), { recursive: true });
    writeFileSync(planted, `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
    text((before) => before.replaceAll(`'${process.execPath}'`, `'${planted.replaceAll("'", "'\\''")}'`));
    expect(await findingIds(path)).toEqual({ config: [], guard: ["program-of-packages"] });
  });

  test("reports an entry for an event that the hook does not handle", async () => {
    const { path, value } = await configuredFile();
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
    const { path, hook } = await configuredFile();
    writeFileSync(hook, "throw new Error('no')");
    expect(await findingIds(path)).toEqual({ config: [], guard: ["describe-failed"] });
    rmSync(hook);
    expect(await findingIds(path)).toEqual({ config: [], guard: ["hook-missing"] });
  });

  test("finds a hook that uses the SDK without the launcher if a crash would allow a call", async () => {
    const { path, value, hook } = await configuredFile();
    const bare = join(hook, "../bare.cjs");
    writeFileSync(bare, `// @agent-hook/sdk\nif (process.argv.includes("--describe")) ${fakeHookSource(MANIFEST)}`);
    value((all) => {
      const [entry] = root(all).hooks.pre_tool_use as [{ hooks: [Json] }];
      const { command } = entry.hooks[0];
      const entryFor = (name: string, text: string) => ({
        hooks: [{ type: "command", command: text, name, working_dir: dirname(hook) }],
      });
      root(all).hooks.session_start = [{ type: "command", command: "x --host docker-agent", name: "told" }];
      root(all).hooks.post_tool_use = [entryFor("by flag", "guard --host docker-agent@v1.123.0")];
      root(all).hooks.permission_request = [entryFor("changed", `${command} 2>>log`)];
      root(all).hooks.pre_tool_use?.push(entryFor("asked", "node bare.cjs"));
    });
    expect(await findingIds(path)).toEqual({
      config: [],
      guard: [],
      told: [],
      "by flag": ["bare-command"],
      changed: ["bare-command"],
      asked: ["bare-command"],
    });
  });

  test("ignores the hooks of others and starts none of them", async () => {
    const { path, value, hook } = await configuredFile();
    const log = join(hook, "../log");
    const other = join(hook, "../other.cjs");
    writeFileSync(other, `require("node:fs").writeFileSync(${JSON.stringify(log)}, "");`);
    const commands = ["true", "node /opt/audit.js", `cat >> "${log}"`, `node "${other}"`];
    value((all) => {
      const hooks = commands.map((command, index) => ({ type: "command", command, name: `log${index}` }));
      root(all).hooks.pre_tool_use?.push({ hooks });
      root(all).hooks.permission_request = [{ hooks: [{ type: "builtin", command: "redact_secrets" }] }];
    });
    expect(await findingIds(path)).toEqual({
      config: ["not-inspected"],
      guard: [],
      log0: [],
      log1: [],
      log2: [],
      log3: [],
    });
    expect((await runDoctor([path])).code).toBe(0);
    expect(existsSync(log)).toBe(false);
  });

  test("finds a start-up snapshot made by another Node", async () => {
    const { path, blob, bundle } = await configuredSnapshot();
    expect(await findingIds(path)).toEqual(NO_FINDINGS);
    const bytes = readFileSync(blob);
    const at = bytes.indexOf(process.version.slice(1));
    bytes.write("1", at + 1);
    writeFileSync(blob, bytes);
    expect(await findingIds(path)).toEqual({ config: [], guard: ["other-node"] });
    rmSync(bundle);
    expect((await findingIds(path)).guard).toEqual(["bad-snapshot"]);
  });

  test.each([
    ["is empty", 0],
    ["is truncated", 300_000],
  ])("finds a start-up snapshot that %s, and runs the bundle next to it", async (_, length) => {
    const { path, blob } = await configuredSnapshot();
    writeFileSync(blob, readFileSync(blob).subarray(0, length));
    expect(await findingIds(path)).toEqual({ config: [], guard: ["bad-snapshot"] });
    const { stdout } = await runDoctor([path]);
    expect(stdout).toContain("fix: rebuild it: agent-hook build");
    expect(stdout).not.toContain("✓ starts:");
  });

  test("finds a start-up snapshot that does not match the bundle next to it", async () => {
    const { path, bundle } = await configuredSnapshot();
    writeFileSync(bundle, `${readFileSync(bundle, "utf8")}// changed`);
    expect(await findingIds(path)).toEqual({ config: [], guard: ["stale-snapshot"] });
  });
});
