// Loaded before the first call, which has a deadline.
import "@agent-hook/hooks/shell";
import { join } from "node:path";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { guardShell } from "../../src/index.js";
import { makeMachine } from "../files/machine.js";

describe("guardShell", () => {
  const agent = createTestHost(guardShell(), { host: "claude-code" });

  it("denies a destructive command with a safe way", async () => {
    expect(await agent.shell("cd / && sudo rm -rf *")).toMatchObject({ ran: false, failures: [] });
    const { ran, result } = await agent.shell("git reset --hard");
    expect(ran).toBe(false);
    expect(result).toContain("git stash");
  });

  it("lets an everyday command run", async () => {
    expect(await agent.shell("npm test | tail -5", "ok")).toMatchObject({ ran: true, result: "ok", failures: [] });
  });

  it("has no opinion about other tools", async () => {
    expect(await agent.read("README.md", "tea")).toMatchObject({ ran: true, result: "tea", failures: [] });
  });

  it.each([
    ["claude-code", true],
    ["codex", false],
  ] as const)("lets a person decide where the host can ask, and denies elsewhere: %s", async (host, ran) => {
    const asking = createTestHost(guardShell(), { host, onAsk: () => true });
    expect(await asking.shell("rm -rf /data/backup")).toMatchObject({ ran, failures: [] });
  });

  it("observes without deciding", async () => {
    const observer = createTestHost(guardShell({ mode: "observe" }), { host: "claude-code" });
    expect(await observer.shell("rm -rf /", "gone")).toMatchObject({ ran: true, result: "gone" });
    expect(observer.log.join("\n")).toContain("would deny: It deletes /");
  });
});

it("judges a command from the folder that the call names", async () => {
  const agent = createTestHost(guardShell(), { host: "codex" });
  for (const folder of ["workdir", "working_directory", "cwd"]) {
    const inside = { command: "rm -rf etc", [folder]: "build" };
    expect(await agent.tool({ tool: "Bash", arguments: inside })).toMatchObject({ ran: true });
    expect(await agent.tool({ tool: "Bash", arguments: { ...inside, [folder]: "/" } })).toMatchObject({ ran: false });
  }
});

describe("the project", () => {
  const judging = (cwd: string) => {
    const agent = createTestHost(guardShell(), { host: "codex", cwd });
    return async (command: string) => (await agent.shell(command)).ran;
  };

  it("is the repository around the agent's folder", async () => {
    const machine = makeMachine();
    const runs = judging(join(machine.project, "src"));
    expect(await runs("echo x > ../notes.md")).toBe(true);
    expect(await runs("rm -rf ../build")).toBe(true);
    expect(await runs("rm -rf .")).toBe(false);
  });

  it("does not contain what its links lead to", async () => {
    const machine = makeMachine();
    machine.link("work/shop/data", "/etc");
    machine.link("work/shop/cache", machine.file("tmp/cache/x").replace(/\/x$/, ""));
    const runs = judging(machine.project);
    expect(await runs("echo x > data/hosts")).toBe(false);
    expect(await runs("rm -rf data/*")).toBe(false);
    expect(await runs("rm data")).toBe(true);
    expect(await runs("echo x > cache/y")).toBe(true);
  });
});
