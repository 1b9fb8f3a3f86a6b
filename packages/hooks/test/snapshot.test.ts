import { homedir } from "node:os";
import { type SnapshotOptions, snapshot } from "@agent-hook/hooks";
import { createTestHost } from "@agent-hook/testing";
import { expect, it } from "vitest";

it("a call without a checkpoint passes if the hook may continue", async () => {
  // A home folder is refused before git starts.
  const hook = snapshot({ folder: homedir(), onFailure: "continue" });
  const agent = createTestHost(hook, { host: "claude-code" });
  expect(await agent.shell("rm a.ts", "tea")).toMatchObject({ ran: true, result: "tea", failures: [] });
  expect(agent.log.join("\n")).toContain("no checkpoint");
});

it.each<[string, unknown, string]>([
  ["an unknown option", { mode: "observe" }, "Unrecognized key"],
  ["no kind", { kinds: [] }, "kinds: "],
  ["one checkpoint", { keep: 1 }, "keep: "],
])("%s is rejected", (_, options, message) => {
  expect(() => snapshot(options as SnapshotOptions)).toThrow(message);
});
