import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { dedupeResults, limitResults } from "@agent-hook/hooks";
import { createTestHost } from "@agent-hook/testing";
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

const lines = Array.from({ length: 1500 }, (_, at) => `line ${at} é of a long output`).join("\n");
const pathIn = (text: string) => /The whole result is in (\S+)\./.exec(text)?.[1] ?? "";

describe("limitResults", () => {
  it("writes a large result to a file that only its owner reads, and the model gets both ends", async () => {
    const agent = createTestHost(limitResults(), { host: "claude-code" });
    const { result = "", failures, ran } = await agent.shell("make", lines);
    expect({ ran, failures }).toEqual({ ran: true, failures: [] });
    expect(Buffer.byteLength(result)).toBeLessThan(4500);
    expect(result).toContain("line 0 é");
    expect(result).toContain("line 1499 é");
    const path = pathIn(result);
    expect(readFileSync(path, "utf8")).toBe(lines);
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
    // Reading it writes no copy.
    const files = readdirSync(dirname(path));
    expect(pathIn((await agent.read(path, lines)).result ?? "")).toBe(path);
    expect(readdirSync(dirname(path))).toEqual(files);
  });

  it("leaves a small result as it is", async () => {
    const agent = createTestHost(limitResults({ folder }), { host: "claude-code" });
    expect(await agent.shell("ls", "tea")).toMatchObject({ result: "tea", failures: [] });
    expect(readdirSync(folder)).toEqual([]);
  });

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

  it("forgets everything when a session starts", async () => {
    const agent = createTestHost(dedupeResults(), { host: "claude-code" });
    await agent.shell("ls", long);
    expect((await agent.shell("ls", long)).result).toContain("The result is the same");
    await agent.event("SessionStart");
    expect(await agent.shell("ls", long)).toMatchObject({ result: long, failures: [] });
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
