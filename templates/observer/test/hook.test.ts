import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestHost } from "@agent-hook/testing";
import { expect, onTestFinished, test } from "vitest";
import { hook } from "../src/hook.js";

function observed() {
  const folder = mkdtempSync(join(tmpdir(), "observer-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "events.jsonl");
  const lines = () => readFileSync(file, "utf8").trimEnd().split("\n");
  return { folder, file, lines, host: createTestHost(hook, { env: { OBSERVER_FILE: file } }) };
}

test("writes a line for each event, in order", async () => {
  const { host, lines } = observed();
  const time = "2026-01-31T09:30:00Z";
  await host.emit({ time, kind: "agent.turn.end", payload: { Status: "completed", Iterations: 2 } });
  await host.emit({
    time,
    kind: "agent.tool.exec_end",
    payload: { Tool: "exec", Duration: 1_500_000, IsError: false },
  });
  expect(lines().map((line) => JSON.parse(line))).toMatchObject([
    { time, kind: "turn.end", agent: "main", status: "completed", iterations: 2 },
    { time, kind: "tool.end", agent: "main", tool: "exec", durationMs: 1.5, isError: false },
  ]);
});

test("writes no events that it does not name", async () => {
  const { host, file } = observed();
  for (const kind of ["gateway.ready", "agent.llm.request", "x.new"]) await host.emit({ kind });
  expect(existsSync(file)).toBe(false);
});

test("takes its own time if the host reports none", async () => {
  const { host, lines } = observed();
  await host.emit({ kind: "agent.turn.end", time: "" });
  expect(JSON.parse(lines()[0] ?? "").time).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test("leaves out anything that could be private", async () => {
  const { host, lines } = observed();
  await host.emit({ kind: "agent.turn.start", payload: { UserMessage: "private", ChatID: "private" } });
  await host.emit({ kind: "agent.tool.exec_start", payload: { Tool: "exec", Arguments: { command: "private" } } });
  await host.emit({ kind: "agent.error", payload: { Stage: "llm", Message: "private" } });
  await host.emit({ kind: "agent.turn.end", payload: { Reply: "private", Status: { text: "private" } } });
  expect(lines()).toHaveLength(4);
  expect(lines().join()).not.toContain("private");
});

test("creates a file that only its owner can read", async () => {
  const { host, file } = observed();
  await host.emit({ kind: "agent.turn.end" });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("logs once that the file cannot be written, and continues", async () => {
  const { folder } = observed();
  const host = createTestHost(hook, { env: { OBSERVER_FILE: folder } });
  expect(await host.emit({ kind: "agent.turn.end" })).toEqual({ failures: [] });
  expect(await host.emit({ kind: "agent.turn.end" })).toEqual({ failures: [] });
  expect(host.stderr.filter((line) => line.includes("cannot be written"))).toHaveLength(1);
  expect(await host.runTool({ tool: "read_file" }, () => "tea")).toMatchObject({ outcome: "ran", text: "tea" });
});
