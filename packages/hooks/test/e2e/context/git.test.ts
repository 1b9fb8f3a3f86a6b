import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProvideContextOptions, provideContext } from "@agent-hook/hooks";
import { createTestHost } from "@agent-hook/testing";
import { beforeEach, expect, it, onTestFinished } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "context-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const contextOf = async (options: ProvideContextOptions) => {
  const agent = createTestHost(provideContext({ when: "prompt", ...options }), { host: "claude-code", cwd: folder });
  const { context, failures } = await agent.prompt("x");
  expect(failures).toEqual([]);
  return context.join("\n");
};
const git = (...args: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: folder });

it("has the status, the diff and the commits of git", async () => {
  git("init", "-qb", "main");
  writeFileSync(join(folder, "tea.txt"), "old\n");
  git("add", ".");
  git("commit", "-qm", "Add tea");
  writeFileSync(join(folder, "tea.txt"), "new\n");
  const context = await contextOf({ gitDiff: true });
  const titles = ["Date", "Environment", "Git status", "Git diff", "Recent commits"];
  expect(context.match(/(?<=^# ).*$/gm)).toEqual(titles);
  for (const part of [" M tea.txt", "+new", "Add tea"]) expect(context).toContain(part);
});

it("starts no program that a project names in its git config", async () => {
  git("init", "-qb", "main");
  const trap = join(folder, "trap.sh");
  writeFileSync(trap, `#!/bin/sh\ntouch '${folder}/sprung'\n`, { mode: 0o755 });
  for (const key of ["core.fsmonitor", "diff.external", "core.pager"]) git("config", key, trap);
  writeFileSync(join(folder, "tea.txt"), "old\n");
  git("-c", "core.fsmonitor=false", "add", ".");
  git("-c", "core.fsmonitor=false", "commit", "-qm", "Add tea");
  rmSync(join(folder, "sprung"), { force: true });
  writeFileSync(join(folder, "tea.txt"), "new\n");
  expect(await contextOf({ gitDiff: true })).toContain("+new");
  expect(readdirSync(folder)).not.toContain("sprung");
});
