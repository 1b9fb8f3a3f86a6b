import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProvideContextOptions, provideContext } from "@agent-hook/hooks";
import { createTestHost } from "@agent-hook/testing";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "context-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

describe("provideContext", () => {
  const contextOf = async (options: ProvideContextOptions) => {
    const agent = createTestHost(provideContext({ when: "prompt", ...options }), { host: "claude-code", cwd: folder });
    const { context, failures } = await agent.prompt("x");
    expect(failures).toEqual([]);
    return context.join("\n");
  };
  // Git would start a process.
  const noGit = { gitStatus: false, commits: 0 };
  const nothing = { ...noGit, date: false, environment: false };

  it("has a section for each part, and none without content", async () => {
    writeFileSync(join(folder, "SPRINT.md"), "Sprint 7: tea.\n");
    mkdirSync(join(folder, "src"));
    const context = await contextOf({ ...noGit, listing: 1, user: true, files: ["SPRINT.md", "missing.md"] });
    expect(context.match(/(?<=^# ).*$/gm)).toEqual(["Date", "User", "Environment", "Files", "SPRINT.md"]);
    for (const part of [`folder: ${folder}`, "SPRINT.md\n[... 1 more]", "Sprint 7: tea."]) {
      expect(context).toContain(part);
    }
    expect(await contextOf({ ...nothing, listing: 2 })).toBe("# Files\nSPRINT.md\nsrc/");
  });

  it("cuts each section", async () => {
    writeFileSync(join(folder, "long.md"), "x".repeat(5000));
    const context = await contextOf({ ...nothing, files: ["long.md"], maxBytes: 100 });
    expect(context).toBe(`# long.md\n${"x".repeat(100)}\n[... 4900 more bytes]`);
  });

  it("adds nothing if no section has content", async () => {
    symlinkSync("nowhere", join(folder, "SPRINT.md"));
    expect(await contextOf({ ...nothing, files: ["SPRINT.md"] })).toBe("");
  });

  it("rejects an unknown option", () => {
    expect(() => provideContext({ git: true } as never)).toThrow("provideContext: invalid options: Unrecognized key");
  });
});
