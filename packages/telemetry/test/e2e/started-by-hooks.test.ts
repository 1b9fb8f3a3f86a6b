import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { attributesOf, type Receiver, startReceiver } from "../receiver.js";

const HOOK = fileURLToPath(new URL("../hooks/guard.mjs", import.meta.url));
let home: string;
let receiver: Receiver;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "agent-hook-telemetry-"));
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
  // The process that sends the lines may still write into the folder.
  await vi.waitFor(() => rmSync(home, { recursive: true, force: true }), { timeout: 60_000, interval: 200 });
}, 90_000);

const event = (id: number) =>
  JSON.stringify({
    session_id: "s1",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "ls" },
    tool_use_id: `call-${id}`,
    cwd: "/",
  });

/** Asks the hook behind its launcher, as Claude Code does, and returns what the host reads. */
async function ask(id: number, env: Readonly<Record<string, string>>): Promise<string> {
  return (await askBoth(id, env)).output;
}

/** The same, with what the user reads. */
async function askBoth(
  id: number,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly output: string; readonly errors: string }> {
  const command = launcherCommand({
    launcher: launcherPath(),
    mode: "block",
    host: "claude-code",
    event: "PreToolUse",
    seconds: 60,
    command: [process.execPath, HOOK, "--host", "claude-code"],
  });
  const hook = spawn("/bin/sh", ["-c", command], {
    env: { PATH: process.env.PATH, HOME: home, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  hook.stdin.end(event(id));
  const [output, errors] = await Promise.all([text(hook.stdout), text(hook.stderr), once(hook, "close")]);
  return { output, errors };
}

function records(): DecisionRecord[] {
  const folder = join(home, ".local/state/agent-hook/decisions");
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return files.flatMap((name) => {
    const lines = readFileSync(join(folder, name), "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line) as DecisionRecord);
  });
}

test("each line of the decision log of one-shot hooks arrives as a span, without a call that waits for it", async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
  for (let id = 0; id < 3; id++) expect(await ask(id, env)).toContain("no shell");
  await vi.waitFor(() => expect(receiver.spans).toHaveLength(3), { timeout: 120_000 });
  const sent = receiver.spans.map((span) => {
    const attributes = attributesOf(span);
    const time = new Date(Number(BigInt(span.startTimeUnixNano) / 1_000_000n)).toISOString();
    const [id, call, rule] = ["agent_hook.id", "gen_ai.tool.call.id", "agent_hook.rule"].map((key) => attributes[key]);
    return { id, call, rule, time };
  });
  expect(sent).toEqual(records().map(({ id, call, rule, time }) => ({ id, call, rule, time })));
});

test("a receiver that is down changes no answer", async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" };
  expect(await ask(1, env)).toContain("no shell");
});

test("a log folder that is a file changes no answer", async () => {
  mkdirSync(join(home, ".local/state/agent-hook"), { recursive: true });
  writeFileSync(join(home, ".local/state/agent-hook/decisions"), "");
  const { output, errors } = await askBoth(1, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  expect(output).toContain("no shell");
  expect(errors).not.toContain("exception");
});
