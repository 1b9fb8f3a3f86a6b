import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { fakeHookSource, folder } from "../config-folder.js";
import { AGENTS, configuredFile, findingIds, type Json, MANIFEST, NO_FINDINGS, root } from "../doctor/docker-agent.js";
import { runDoctor } from "../doctor/run-doctor.js";
import { agentHook } from "../run-command.js";

describe("agent-hook doctor of docker-agent's files as a whole", () => {
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
    const { path, value } = await configuredFile();
    value(change);
    expect(await findingIds(path)).toEqual({ ...NO_FINDINGS, ...ids });
  });

  test.each<[what: string, manifest: object, version: string, ids: readonly string[]]>([
    ["a guard that runs before them", MANIFEST, "v1.123.0", []],
    ["a rewrite that comes too late", { ...MANIFEST, points: ["beforeTool"] }, "v1.123.0", ["allow-rewrites"]],
    ["a version that calls no hook before them", MANIFEST, "v1.58.0", ["allow-rules", "not-enforceable"]],
  ])("reports how allow rules affect a hook: %s", async (_, manifest, version, ids) => {
    const { path, value } = await configuredFile(manifest, version, AGENTS);
    value((all) => Object.assign(all, { permissions: { allow: ["shell"] } }));
    expect(await findingIds(path)).toEqual({ config: [], guard: ids });
    if (ids.length > 0) expect((await runDoctor([path])).stdout).toContain("permissions.allow lets shell run");
  });

  test("reads the allow rules of the user's config", async () => {
    const file = { settings: { permissions: { allow: ["shell"] } } };
    const { path } = await configuredFile({ ...MANIFEST, points: ["beforeTool"] }, "v1.123.0", file);
    expect(await findingIds(path)).toEqual({ config: [], guard: ["allow-rewrites"] });
  });

  test("finds a key in hooks.d that makes docker-agent skip the file", async () => {
    const { path, text } = await configuredFile(MANIFEST, "v1.123.0", {});
    text((before) => `${before}hooks: {}\n`);
    expect(await findingIds(path)).toEqual({ config: ["unknown-event"], guard: [] });
  });

  test("finds an event that the version does not have, and a handled event without an entry", async () => {
    const { path, value } = await configuredFile({
      ...MANIFEST,
      points: ["approveTool", "afterTool"],
      native: { "docker-agent": ["worktree_create"] },
    });
    expect(await findingIds(path, "--host", "docker-agent@v1.58.0")).toMatchObject({ config: ["unknown-event"] });
    value((all) => {
      for (const agent of Object.values(all.agents as Record<string, { hooks: Json }>)) {
        delete agent.hooks.tool_response_transform;
      }
    });
    expect(await findingIds(path)).toEqual({ config: [], guard: ["missing-event", "large-results"] });
  });

  test("finds a mapping instead of a list if the version takes none", async () => {
    const { path, value } = await configuredFile(MANIFEST, "v1.58.0");
    value((all) => Object.assign(root(all).hooks, { stop: { type: "command", command: "true", name: "stop" } }));
    expect(await findingIds(path)).toEqual({ config: ["not-a-hook"], guard: ["not-enforceable"], stop: [] });
    const { stdout } = await runDoctor([path]);
    expect(stdout).toContain("agents.root.hooks.stop: expected a list: docker-agent does not start");
    expect((await findingIds(path, "--host", "docker-agent@v1.123.0")).config).toEqual([]);
  });

  test("finds a hook that can only block large results, unless it also handles the messages", async () => {
    const looking = { ...MANIFEST, points: ["afterTool"] };
    const { path, hook } = await configuredFile(looking);
    expect(await findingIds(path)).toEqual({ config: [], guard: ["large-results"] });
    writeFileSync(hook, fakeHookSource({ ...looking, points: ["afterTool", "beforeLlm"] }));
    expect(await findingIds(path)).toEqual({ config: [], guard: ["missing-event"] });
  });

  test("finds two hooks that rewrite at the same event", async () => {
    const rewrites = { ...MANIFEST, points: ["beforeTool", "approveTool", "afterTool"] };
    const { path, hook } = await configuredFile(rewrites);
    const args = ["config", "docker-agent@v1.123.0", "--name", "two", "--write", path, "--yes"];
    await agentHook([...args, "--", process.execPath, hook, "--two"]);
    expect(await findingIds(path)).toEqual({
      config: ["rewrites-collide", "rewrites-merge"],
      guard: ["large-results"],
      two: ["large-results"],
    });
  });

  test.each([
    ["an agent without a hook", AGENTS, "nothing guards root and helper"],
    ["an empty file", {}, "there is no hook with a command: nothing is guarded"],
    ["no agent", { agents: {} }, "nothing is guarded"],
  ])("finds files without a guard: %s", async (_, value, message) => {
    const path = join(folder(), "agent.yaml");
    writeFileSync(path, stringify(value));
    expect(await findingIds(path)).toEqual({ config: ["nothing-guards"] });
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
  ])("rejects a file that it cannot check: %j", async (args, file, message) => {
    const path = join(folder(), "a.yml");
    writeFileSync(path, typeof file === "string" ? file : stringify(file));
    const { code, stderr } = await runDoctor([...args, path]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
