import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HookEvent } from "@agent-hook/sdk";
import { createTestHost, TEST_HOSTS, type TestHostName } from "@agent-hook/testing";
import { expect, onTestFinished, test } from "vitest";
import { entryOf } from "../src/entry.ts";
import { hook } from "../src/hook.ts";

function observed(host: TestHostName = "picoclaw") {
  const folder = mkdtempSync(join(tmpdir(), "observer-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "events.jsonl");
  const lines = () => readFileSync(file, "utf8").trimEnd().split("\n");
  return { folder, file, lines, host: createTestHost(hook, { host, env: { OBSERVER_FILE: file } }) };
}

test.each(TEST_HOSTS)(
  "under %s, a tool call is two lines without its arguments, also if the tool fails",
  async (name) => {
    const { host, lines } = observed(name);
    const fails = () => {
      throw new Error("private");
    };
    const outcome = await host.shell("cat private", "four");
    expect(outcome).toMatchObject({ decision: "none", ran: true, result: "four", failures: [] });
    expect(await host.shell("ls", fails)).toMatchObject({ ran: true, failures: [] });
    const { tool } = outcome;
    const call = [
      { kind: "tool.start", tool },
      { kind: "tool.end", tool },
    ];
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([...call, ...call]);
    expect(lines().join()).not.toContain("private");
  },
);

test("writes a line for each event, in order", async () => {
  const { host, lines } = observed();
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  await host.event("agent.turn.end", { Status: "completed", Iterations: 2 });
  await host.event("agent.tool.exec_end", { Tool: "exec", Duration: 1_500_000, IsError: false });
  expect(lines().map((line) => JSON.parse(line))).toMatchObject([
    { time, kind: "turn.end", agent: "main", status: "completed", iterations: 2 },
    { time, kind: "tool.end", agent: "main", tool: "exec", durationMs: 1.5, isError: false },
  ]);
});

test("writes no events that it does not name", async () => {
  const { host, file } = observed();
  for (const kind of ["gateway.ready", "agent.llm.request", "x.new"]) await host.event(kind);
  expect(existsSync(file)).toBe(false);
});

test("takes its own time if the host reports none", () => {
  const event = { kind: "turn.end", origin: {}, raw: {}, payload: {} } as unknown as HookEvent;
  expect(entryOf(event).time).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test("leaves out anything that could be private", async () => {
  const { host, lines } = observed();
  await host.event("agent.turn.start", { UserMessage: "private", ChatID: "private" });
  await host.event("agent.tool.exec_start", { Tool: "exec", Arguments: { command: "private" } });
  await host.event("agent.error", { Stage: "llm", Message: "private" });
  await host.event("agent.turn.end", { Reply: "private", Status: { text: "private" } });
  expect(lines()).toHaveLength(4);
  expect(lines().join()).not.toContain("private");
});

test("creates a file that only its owner can read", async () => {
  const { host, file } = observed();
  await host.event("agent.turn.end");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("logs once that the file cannot be written, and continues", async () => {
  const { folder } = observed();
  const host = createTestHost(hook, { env: { OBSERVER_FILE: folder } });
  expect(await host.event("agent.turn.end")).toMatchObject({ failures: [] });
  expect(await host.event("agent.turn.end")).toMatchObject({ failures: [] });
  expect(host.log.filter((line) => line.includes("cannot be written"))).toHaveLength(1);
  expect(await host.read("notes.txt", "tea")).toMatchObject({ ran: true, result: "tea" });
});
