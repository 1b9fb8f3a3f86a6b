import { existsSync } from "node:fs";
import { type SnapshotOptions, snapshot } from "@agent-hook/hooks";
import { listCheckpoints, undo } from "@agent-hook/hooks/snapshot";
import { createTestHost, TEST_HOSTS } from "@agent-hook/testing";
import { describe, expect, it, vi } from "vitest";
import { makeProject } from "../../snapshot/project.js";

/** Some hosts report no folder with a call. The machine may be busy. */
const agentIn = (root: string, host: (typeof TEST_HOSTS)[number], options: SnapshotOptions = {}) =>
  createTestHost(snapshot({ folder: root, timeoutMs: 50_000, ...options }), { host, cwd: root });

describe.each(TEST_HOSTS)("under %s", (host) => {
  const untouched = { ran: true, result: "tea", failures: [] };

  it("each call that may change files can be undone", async () => {
    const project = makeProject();
    const agent = agentIn(project.root, host);
    project.write("a.ts", "one");
    expect(await agent.shell("rm a.ts", "tea")).toMatchObject(untouched);
    project.remove("a.ts");
    expect(await agent.write(project.path("b.ts"), "x", "tea")).toMatchObject(untouched);
    project.write("b.ts", "x");
    const { checkpoints } = await listCheckpoints(project.root);
    expect(checkpoints).toMatchObject([
      { id: 2, agent: host, filesChanged: 1 },
      { id: 1, agent: host, filesChanged: 1 },
    ]);
    await undo({ folder: project.root, id: 1 });
    expect([project.read("a.ts"), existsSync(project.path("b.ts"))]).toEqual(["one", false]);
  });

  it("a call without a checkpoint is denied, and the model reads why", async () => {
    const project = makeProject();
    vi.stubEnv("PATH", project.root);
    expect(await agentIn(project.root, host).shell("rm a.ts")).toMatchObject({
      ran: false,
      result: expect.stringContaining("git could not be started: install it"),
      failures: [],
    });
  });

  it("a call without a checkpoint passes if the hook may continue", async () => {
    const project = makeProject();
    const agent = agentIn(project.home, host, { onFailure: "continue" });
    expect(await agent.shell("rm a.ts", "tea")).toMatchObject(untouched);
    expect(agent.log.join("\n")).toContain("no checkpoint");
  });
});

it("a call that does not change files makes no checkpoint", async () => {
  const project = makeProject();
  await agentIn(project.root, "claude-code").read(project.path("README.md"));
  await expect(listCheckpoints(project.root)).rejects.toThrow("no checkpoints");
});

it("the agent's folder names the project", async () => {
  const project = makeProject();
  project.write("src/a.ts", "one");
  const agent = createTestHost(snapshot({ timeoutMs: 50_000 }), { host: "claude-code", cwd: project.path("src") });
  expect(await agent.shell("ls")).toMatchObject({ ran: true, failures: [] });
  expect((await listCheckpoints(project.root)).checkpoints).toHaveLength(1);
});

it("a home folder as the project is refused in plain words", async () => {
  const project = makeProject();
  const { ran, result } = await agentIn(project.home, "claude-code").shell("ls");
  expect([ran, result]).toEqual([false, expect.stringContaining("Start the agent in a project's folder.")]);
});

it("a checkpoint that takes too long is denied, and the next call goes on", async () => {
  const project = makeProject();
  for (let at = 0; at < 2500; at++) project.write(`src/${at % 50}/${at}.ts`, `file ${at}`);
  const agent = agentIn(project.root, "claude-code", { timeoutMs: 100 });
  const { ran, result } = await agent.shell("ls");
  expect([ran, result]).toEqual([false, expect.stringContaining("Try again: it goes on where it stopped.")]);
  expect(await agentIn(project.root, "claude-code").shell("ls")).toMatchObject({ ran: true });
});

it.each<[string, unknown, string]>([
  ["an unknown option", { mode: "observe" }, "Unrecognized key"],
  ["no kind", { kinds: [] }, "kinds: "],
  ["one checkpoint", { keep: 1 }, "keep: "],
])("%s is rejected", (_, options, message) => {
  expect(() => snapshot(options as SnapshotOptions)).toThrow(message);
});
