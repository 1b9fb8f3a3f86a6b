import { homedir } from "node:os";
import { type SnapshotOptions, snapshot } from "@agent-hook/hooks";
import { createTestHost } from "@agent-hook/testing";
import { expect, it } from "vitest";

// A home folder is refused before git starts. `e2e/snapshot` has the tests with git.
const agentAtHome = (options: SnapshotOptions = {}) =>
  createTestHost(snapshot({ folder: homedir(), ...options }), { host: "claude-code" });

it("a call without a checkpoint is denied in plain words", async () => {
  const { ran, result, failures } = await agentAtHome().shell("rm a.ts");
  expect([ran, failures]).toEqual([false, []]);
  expect(result).toMatch(/No checkpoint could be made.*Start the agent in a project's folder\./);
});

it("a call without a checkpoint passes if the hook may continue", async () => {
  const agent = agentAtHome({ onFailure: "continue" });
  expect(await agent.shell("rm a.ts", "tea")).toMatchObject({ ran: true, result: "tea", failures: [] });
  expect(agent.log.join("\n")).toContain("no checkpoint");
});

it("a call that does not change files needs no checkpoint", async () => {
  expect(await agentAtHome().read("README.md", "tea")).toMatchObject({ ran: true, result: "tea", failures: [] });
});

it.each<[string, unknown, string]>([
  ["an unknown option", { mode: "observe" }, "Unrecognized key"],
  ["no kind", { kinds: [] }, "kinds: "],
  ["one checkpoint", { keep: 1 }, "keep: "],
])("%s is rejected", (_, options, message) => {
  expect(() => snapshot(options as SnapshotOptions)).toThrow(message);
});
