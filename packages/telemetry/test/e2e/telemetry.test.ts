import { execFile } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { attributesOf, type Receiver, startReceiver } from "../receiver.js";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
const [FIRST, SECOND] = ["decisions-000001.jsonl", "decisions-000002.jsonl"];
let folder: string;
let receiver: Receiver;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "agent-hook-telemetry-"));
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const record = (number: number, more: object = {}) => ({
  id: `id-${number}`,
  time: new Date(Date.UTC(2026, 0, 31, 9, 0, 0, number)).toISOString(),
  host: { name: "claude-code" },
  hook: "guard",
  session: "s1",
  point: "beforeTool",
  tool: "Bash",
  kind: "shell",
  decision: "none",
  ms: 2.5,
  pid: 1,
  ...more,
});

function write(file: string, ...records: readonly object[]): void {
  appendFileSync(join(folder, file), records.map((one) => `${JSON.stringify(one)}\n`).join(""));
}

/** Runs the program until no record is unsent. */
function send(env: Readonly<Record<string, string>> = {}, since = 0) {
  const args = ["--import", "tsx", MAIN, folder, String(since), "1"];
  return promisify(execFile)(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      ...env,
    },
  });
}

test("each record becomes one span with the same fields", async () => {
  const denied = record(1, {
    decision: "deny",
    reason: "it discards work",
    rule: "git-clean",
    call: "call-1",
    agent: "main",
  });
  const failed = record(2, {
    decision: "deny",
    point: "afterTool",
    failure: { kind: "threw", where: "afterTool", message: "an error was thrown", consequence: "the call was denied" },
  });
  write(FIRST, denied, failed, record(3, { point: "beforeLlm", tool: undefined, session: undefined }));
  await send();

  const [first, second, third] = receiver.spans;
  expect(receiver.spans).toHaveLength(3);
  expect(first).toMatchObject({ name: "execute_tool Bash", status: { code: 0 } });
  expect(Number(first?.endTimeUnixNano) - Number(first?.startTimeUnixNano)).toBeCloseTo(2.5e6, -4);
  expect(attributesOf(first as never)).toEqual({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "Bash",
    "gen_ai.tool.call.id": "call-1",
    "gen_ai.conversation.id": "s1",
    "gen_ai.agent.id": "main",
    "agent_hook.id": "id-1",
    "agent_hook.host": "claude-code",
    "agent_hook.hook": "guard",
    "agent_hook.point": "beforeTool",
    "agent_hook.tool.kind": "shell",
    "agent_hook.decision": "deny",
    "agent_hook.reason": "it discards work",
    "agent_hook.rule": "git-clean",
    "agent_hook.duration_ms": 2.5,
  });
  expect(second?.status).toEqual({ code: 2, message: "an error was thrown" });
  expect(second?.traceId).toBe(first?.traceId);
  expect(third?.name).toBe("chat");
  expect(third?.traceId).not.toBe(first?.traceId);
});

test("metrics count decisions and failures", async () => {
  const failure = { kind: "threw", where: "beforeTool", message: "", consequence: "the call was denied" };
  write(FIRST, record(1), record(2), record(3, { failure }));
  await send();
  const points = (name: string) => {
    const metric = receiver.metrics.find((one) => one.name === name);
    return (metric?.sum ?? metric?.histogram)?.dataPoints ?? [];
  };
  expect(points("agent_hook.decisions").map(({ asDouble }) => asDouble)).toEqual([3]);
  expect(points("agent_hook.failures").map(({ asDouble }) => asDouble)).toEqual([1]);
  expect(points("agent_hook.duration").map(({ count }) => count)).toEqual([3]);
});

test("a second run sends only what is new, also from a new file of the log", async () => {
  write(FIRST, record(1), record(2));
  await send();
  write(FIRST, record(3));
  write(SECOND, record(4));
  await send();
  const ids = receiver.spans.map((span) => attributesOf(span)["agent_hook.id"]);
  expect(ids.sort()).toEqual(["id-1", "id-2", "id-3", "id-4"]);
});

test("a receiver that fails for a moment gets every span once", async () => {
  receiver.failures = 2;
  write(FIRST, ...Array.from({ length: 2000 }, (_, index) => record(index)));
  await send();
  const ids = receiver.spans.map(({ spanId }) => spanId);
  expect(ids).toHaveLength(2000);
  expect(new Set(ids).size).toBe(2000);
});

test("four processes at once send every span once", async () => {
  write(FIRST, ...Array.from({ length: 300 }, (_, index) => record(index)));
  await Promise.all(Array.from({ length: 4 }, () => send()));
  expect(receiver.spans).toHaveLength(300);
});

test("torn and foreign lines are skipped, and a line without its end waits", async () => {
  appendFileSync(join(folder, FIRST), `{"id":"to\nnull\n[1]\n{"time":"x"}\n`);
  write(FIRST, record(1));
  const last = `${JSON.stringify(record(2))}\n`;
  appendFileSync(join(folder, FIRST), last.slice(0, 20));
  await send();
  expect(receiver.spans).toHaveLength(1);
  appendFileSync(join(folder, FIRST), last.slice(20));
  await send();
  expect(receiver.spans).toHaveLength(2);
});

test("records from before telemetry was turned on are not sent, but those of a hook that decided just before", async () => {
  write(FIRST, record(1), record(60_000), record(119_000));
  await send({}, Date.UTC(2026, 0, 31, 9, 2));
  expect(receiver.spans).toHaveLength(2);
});

test("gRPC is rejected with the protocols that work, and the problem is written to a file", async () => {
  write(FIRST, record(1));
  await expect(send({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).rejects.toThrow("expected http/protobuf or http/json");
  expect(readFileSync(join(folder, "telemetry-problem.txt"), "utf8")).toContain("expected http/protobuf or http/json");
  await send();
  expect(existsSync(join(folder, "telemetry-problem.txt"))).toBe(false);
});

test("the name of the service comes from the environment, and traces can be turned off", async () => {
  write(FIRST, record(1));
  await send({ OTEL_TRACES_EXPORTER: "none", OTEL_SERVICE_NAME: "team" });
  expect(receiver.spans).toHaveLength(0);
  expect(receiver.metrics).not.toHaveLength(0);
  expect(receiver.resource).toMatchObject({ "service.name": "team" });
});
