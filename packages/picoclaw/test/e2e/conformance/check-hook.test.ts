import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConformanceError, type ConformanceVerdict, checkHook } from "@agent-hook/picoclaw/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkFault, checkFile, ids, unheld } from "../../conformance/check.js";

describe("checkHook", () => {
  test("runs only the selected ids, in the order of the manifest, and reports each result at once", async () => {
    const told: [string, ConformanceVerdict][] = [];
    const only = ["shapes/action", "points/before-tool", "hello/answered"];
    const report = await checkFault("wrong shape", { only, onProgress: (id, verdict) => told.push([id, verdict]) });
    expect(told).toEqual([
      ["hello/answered", "passed"],
      ["points/before-tool", "passed"],
      ["shapes/action", "broken"],
    ]);
    expect(report.results.map(({ id, verdict }) => [id, verdict])).toEqual(told);
  });

  test("rejects an unknown id and suggests the nearest", async () => {
    const error = await checkHook([process.execPath], { only: ["shape/actions"] }).catch((reason) => reason);
    expect(error).toBeInstanceOf(ConformanceError);
    expect(error).toMatchObject({ code: "unknown-id", message: expect.stringContaining('"shapes/action"') });
  });

  test.each([[["./no-such-program"]], [[]], [["a\u0000b"]]])("rejects %j, which cannot be started", async (command) => {
    const error = await checkHook(command).catch((reason) => reason);
    expect(error).toBeInstanceOf(ConformanceError);
    expect(error).toMatchObject({ code: "spawn-failed", message: expect.stringContaining("could not be started") });
  });

  test("reports a folder that does not exist", async () => {
    const error = await checkHook([process.execPath], { cwd: "/no/such/folder" }).catch((reason) => reason);
    expect(error).toMatchObject({ code: "spawn-failed", message: expect.stringContaining("/no/such/folder") });
  });

  test("checks a hook that only observes with events", async () => {
    const report = await checkFile("picoclaw/test/hooks/wrong.mjs", { modes: ["observe"] });
    expect(report.results.filter(({ verdict }) => verdict === "passed").map(({ id }) => id)).toEqual([
      "ending/idle",
      "events/named",
      "events/numbered",
      "events/runtime",
      "events/unknown",
      "failures/none",
      "hello/answered",
      "hello/fewer-modes",
      "ids/once",
      "ids/unsolicited",
      "noise/stdout",
    ]);
    expect(Object.keys(unheld(report))).toEqual(["not applicable"]);
    expect(report.ok).toBe(true);
  });

  test("does not see a fault at a point whose mode is off", async () => {
    const only = ["points/approve-tool", "points/before-tool", "shapes/approved"];
    const report = await checkFault("no approved", { modes: ["llm", "tool"], only });
    expect(unheld(report)["not applicable"]).toContain("points/approve-tool");
    expect(report.ok).toBe(true);
  });

  test("calls own tools only on request", async () => {
    const report = await checkFault("leaves its tool", { only: ["own-tools/answered"] });
    expect(unheld(report)).toEqual({ "not applicable": ["own-tools/answered"] });
  });

  test("leaves no process behind, even for a hook that never ends or a listener that throws", async () => {
    const folder = mkdtempSync(join(tmpdir(), "conformance-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const PIDS = join(folder, "pids");
    const pids = () => readFileSync(PIDS, "utf8").trim().split("\n").map(Number);
    const options = { env: { PIDS }, only: ["ending/idle", "hello/fewer-modes"] };
    await checkFault("never ends", options);
    expect(pids().length).toBeGreaterThan(2);
    const onProgress = () => {
      throw new Error("the listener is broken");
    };
    await expect(checkFault("never ends", { ...options, onProgress })).rejects.toThrow("the listener is broken");
    expect(pids().filter(isAlive)).toEqual([]);
  });

  test("has a topic for everything that a host relies on", () => {
    expect([...new Set(ids.map((id) => id.split("/")[0]))]).toEqual([
      "dialects",
      "drain",
      "ending",
      "events",
      "failures",
      "framing",
      "hello",
      "ids",
      "malformed",
      "noise",
      "overlap",
      "own-tools",
      "points",
      "shapes",
      "size",
      "timing",
    ]);
  });
});

// Waits for limits most of its time.
describe.concurrent("a hook that does not answer", () => {
  test("sends the name and the modes in hello", async () => {
    const options = {
      name: "house",
      modes: ["approve", "tool"] as const,
      only: ["hello/answered"],
      timeoutMs: 1000,
    };
    const { results } = await checkFault("silent at hello", options);
    expect(results).toMatchObject([{ verdict: "broken", received: "nothing in 5 s" }]);
    expect(results[0]?.sent).toContain('"params":{"name":"house","version":1,"modes":["tool","approve"]}');
  });

  test.for([
    ["passed", "does not answer hello once", ["hello"]],
    ["passed", "does not answer a call once", ["call"]],
    ["inconclusive", "does not answer hello twice", ["hello", "hello"]],
    ["broken", "does not answer a call twice", ["call", "call"]],
  ] as const)("a rule is %s for a hook that %s", async ([verdict, , stalls], { onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), "agent-hook-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const STALLS = join(folder, "stalls");
    writeFileSync(STALLS, stalls.join("\n"));
    const only = ["points/before-tool"];
    const { results } = await checkFile("picoclaw/test/hooks/stalls.mjs", { only, timeoutMs: 2000, env: { STALLS } });
    expect(results).toMatchObject([{ verdict }]);
    expect(readFileSync(STALLS, "utf8")).toBe("");
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
