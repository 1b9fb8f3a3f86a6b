import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { dedupeResults, limitResults, type ProvideContextOptions, provideContext } from "@agent-hook/hooks";
import { hostCan } from "@agent-hook/sdk/hosts";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { createTestHost, TEST_HOSTS, type TestHostName } from "@agent-hook/testing";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "results-"));
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
});

/** Not more than docker-agent lets a hook change. */
const lines = Array.from({ length: 1500 }, (_, at) => `line ${at} é of a long output`).join("\n");
const pathIn = (text: string) => /The whole result is in (\S+)\./.exec(text)?.[1] ?? "";

describe.each(TEST_HOSTS)("under %s", (host) => {
  const canChange = hostCan(host, "modify.result", "afterTool");

  it.runIf(canChange)(
    "a large result is written to a file that only its owner reads, and the model gets both ends",
    async () => {
      const agent = createTestHost(limitResults(), { host });
      const { result = "", failures, ran } = await agent.shell("make", lines);
      expect({ ran, failures }).toEqual({ ran: true, failures: [] });
      expect(Buffer.byteLength(result)).toBeLessThan(4500);
      expect(result).toContain("line 0 é");
      expect(result).toContain("line 1499 é");
      const path = pathIn(result);
      expect(readFileSync(path, "utf8")).toBe(lines);
      expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
    },
  );

  it("a small result stays as it is", async () => {
    const agent = createTestHost(limitResults(), { host });
    expect(await agent.shell("ls", "tea")).toMatchObject({ result: "tea", failures: [] });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(canChange)("reading a saved result writes no copy of it", async () => {
    const agent = createTestHost(limitResults(), { host });
    if (!agent.kinds.includes("read") || host === "codex") return;
    const path = pathIn((await agent.shell("make", lines)).result ?? "");
    expect(pathIn((await agent.read(path, lines)).result ?? "")).toBe(path);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("the context is added to a prompt where the host can carry it", async () => {
    const agent = createTestHost(provideContext({ when: "prompt" }), { host, cwd: folder });
    const { context, failures } = await agent.prompt("What is next?");
    expect(failures).toEqual([]);
    if (!hostCan(host, "addContext", "onPrompt")) return expect(context).toEqual([]);
    expect(context.join()).toContain(`folder: ${folder}`);
  });

  const [start] = Object.entries(HOST_EVENTS[host] ?? {}).find(([, { kind }]) => kind === "session.start") ?? [];
  it.skipIf(start === undefined)(
    "the context is added at the start of a session, or the call fails and says why",
    async () => {
      const agent = createTestHost(provideContext(), { host, cwd: folder });
      const { context, failures } = await agent.event(start ?? "", { cwd: folder });
      if (hostCan(host, "addContext", "onEvent")) {
        expect(failures).toEqual([]);
        expect(context.join()).toContain("# Date");
      } else {
        expect(failures).toMatchObject([{ kind: "unsupported" }]);
      }
    },
  );
});

describe.each(TEST_HOSTS)("under %s, dedupeResults", (host) => {
  it.runIf(hostCan(host, "modify.result", "afterTool"))(
    "never changes the first result of a call, and lets every call run",
    async () => {
      const agent = createTestHost(dedupeResults(), { host });
      const long = "tea ".repeat(200);
      expect(await agent.shell("ls", long)).toMatchObject({ ran: true, result: long, failures: [] });
      expect(await agent.shell("pwd", long)).toMatchObject({ ran: true, result: long, failures: [] });
      expect(await agent.shell("ls", long)).toMatchObject({ ran: true, failures: [] });
    },
  );
});

describe("limitResults", () => {
  it("writes into the given folder of the project", async () => {
    const agent = createTestHost(limitResults({ folder: ".results" }), { host: "claude-code", cwd: folder });
    expect(pathIn((await agent.shell("make", lines)).result ?? "")).toContain(`${folder}/.results/`);
  });

  it("leaves an error as it is", async () => {
    const agent = createTestHost(limitResults());
    expect(await agent.shell("make", { forLlm: lines, isError: true })).toMatchObject({ result: lines, failures: [] });
  });

  it("cuts no character in half, also without any line break", async () => {
    const agent = createTestHost(limitResults({ maxBytes: 1000, keep: 101 }));
    const { result = "" } = await agent.shell("make", "é🙂".repeat(1000));
    expect(result).not.toContain("\ufffd");
  });

  it.each<[string, object, string]>([
    ["an unknown option", { max: 1 }, "limitResults: invalid options: Unrecognized key"],
    ["more to keep than a result may have", { maxBytes: 1000, keep: 2000 }, "keep: expected at most maxBytes"],
  ])("rejects %s", (_, options, message) => expect(() => limitResults(options)).toThrow(message));
});

describe("dedupeResults", () => {
  const long = "tea ".repeat(200);

  it("replaces the same result of the same call where the host keeps the process", async () => {
    const agent = createTestHost(dedupeResults(), { host: "picoclaw" });
    expect(await agent.shell("ls", long)).toMatchObject({ result: long, failures: [] });
    expect((await agent.shell("ls", long)).result).toContain("The result is the same");
    expect(await agent.shell("ls -a", long)).toMatchObject({ result: long });
    expect(await agent.shell("ls", `${long}more`)).toMatchObject({ result: `${long}more` });
    expect(await agent.shell("ls", long)).toMatchObject({ result: long });
  });

  it("keeps short results and errors", async () => {
    const agent = createTestHost(dedupeResults());
    for (const result of ["tea", { forLlm: long, isError: true }]) {
      const first = await agent.shell("ls", result);
      expect((await agent.shell("ls", result)).result).toBe(first.result);
    }
  });

  it("forgets the oldest calls", async () => {
    const agent = createTestHost(dedupeResults({ maxCalls: 1 }));
    await agent.shell("ls", long);
    await agent.shell("pwd", long);
    expect((await agent.shell("ls", long)).result).toBe(long);
  });
});

describe("provideContext", () => {
  const contextOf = async (options: ProvideContextOptions, host: TestHostName = "claude-code") => {
    const agent = createTestHost(provideContext({ when: "prompt", ...options }), { host, cwd: folder });
    const { context, failures } = await agent.prompt("x");
    expect(failures).toEqual([]);
    return context.join("\n");
  };
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: folder });
  const nothing = { date: false, environment: false, gitStatus: false, commits: 0 };

  it("has a section for each part, and none without content", async () => {
    git("init", "-qb", "main");
    writeFileSync(join(folder, "tea.txt"), "old\n");
    git("add", ".");
    git("commit", "-qm", "Add tea");
    writeFileSync(join(folder, "tea.txt"), "new\n");
    writeFileSync(join(folder, "SPRINT.md"), "Sprint 7: tea.\n");
    const context = await contextOf({ gitDiff: true, listing: 10, user: true, files: ["SPRINT.md", "missing.md"] });
    const titles = ["Date", "User", "Environment", "Git status", "Git diff", "Recent commits", "Files", "SPRINT.md"];
    expect(context.match(/(?<=^# ).*$/gm)).toEqual(titles);
    for (const part of [" M tea.txt", "+new", "Add tea", ".git/\nSPRINT.md\ntea.txt", "Sprint 7: tea."]) {
      expect(context).toContain(part);
    }
  });

  it("cuts each section", async () => {
    writeFileSync(join(folder, "long.md"), "x".repeat(5000));
    const context = await contextOf({ ...nothing, files: ["long.md"], maxBytes: 100 });
    expect(context).toBe(`# long.md\n${"x".repeat(100)}\n[... 4900 more bytes]`);
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

  it("adds nothing if no section has content", async () => {
    symlinkSync("nowhere", join(folder, "SPRINT.md"));
    expect(await contextOf({ ...nothing, files: ["SPRINT.md"] })).toBe("");
  });

  it("rejects an unknown option", () => {
    expect(() => provideContext({ git: true } as never)).toThrow("provideContext: invalid options: Unrecognized key");
  });
});
