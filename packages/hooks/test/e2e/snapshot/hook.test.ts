import { existsSync } from "node:fs";
import { type SnapshotOptions, snapshot } from "@agent-hook/hooks";
import { listCheckpoints, undo } from "@agent-hook/hooks/snapshot";
import { createTestHost, type TestHostName } from "@agent-hook/testing";
import { expect, it, vi } from "vitest";
import { makeProject } from "./project.js";

/** A long limit, for busy machines. */
const agentIn = (root: string, host: TestHostName = "claude-code", options: SnapshotOptions = {}) =>
  createTestHost(snapshot({ folder: root, timeoutMs: 50_000, ...options }), { host, cwd: root });

it.each(["claude-code", "picoclaw"] as const)("each call that may change files can be undone: %s", async (host) => {
  const project = makeProject();
  const agent = agentIn(project.root, host);
  const untouched = { ran: true, result: "tea", failures: [] };
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

it("without git, a call is denied, and the model reads why", async () => {
  const project = makeProject();
  vi.stubEnv("PATH", project.root);
  expect(await agentIn(project.root).shell("rm a.ts")).toMatchObject({
    ran: false,
    result: expect.stringContaining("git could not be started: install it"),
    failures: [],
  });
});

it("a call that does not change files makes no checkpoint", async () => {
  const project = makeProject();
  await agentIn(project.root).read(project.path("README.md"));
  await expect(listCheckpoints(project.root)).rejects.toThrow("no checkpoints");
});

it("the agent's folder names the project", async () => {
  const project = makeProject();
  project.write("src/a.ts", "one");
  const agent = createTestHost(snapshot({ timeoutMs: 50_000 }), { host: "claude-code", cwd: project.path("src") });
  expect(await agent.shell("ls")).toMatchObject({ ran: true, failures: [] });
  expect((await listCheckpoints(project.root)).checkpoints).toHaveLength(1);
});

it("a checkpoint that takes too long is denied, and the next call goes on", async () => {
  const project = makeProject();
  for (let at = 0; at < 2500; at++) project.write(`src/${at % 50}/${at}.ts`, `file ${at}`);
  const agent = agentIn(project.root, "claude-code", { timeoutMs: 100 });
  const { ran, result } = await agent.shell("ls");
  expect([ran, result]).toEqual([false, expect.stringContaining("Try again: it goes on where it stopped.")]);
  expect(await agentIn(project.root).shell("ls")).toMatchObject({ ran: true });
});
