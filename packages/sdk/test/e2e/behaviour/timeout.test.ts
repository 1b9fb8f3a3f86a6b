import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { defineHook } from "../../../src/index.js";
import { timeoutSignal } from "../../../src/runtime/timeout-signal.js";
import { shellCall } from "../../command-hosts/recordings.js";
import { RUNTIME } from "../../runtime.js";
import { startProcess } from "../../start-process.js";
import { dispatcherOf, toolCall } from "../../unit/dispatcher-of.js";
import { ManualClock } from "../../unit/manual-clock.js";

it("a one-shot process stops waiting for a server that never answers, before its deadline", async () => {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const env = { ...process.env, ADDRESS: `http://127.0.0.1:${port}/` };
  const file = fileURLToPath(new URL("../../hooks/fetches.mjs", import.meta.url));
  const hook = startProcess([...RUNTIME, file], "socket", env);
  hook.stdin.end(JSON.stringify(shellCall("claude-code", { command: "ls" })));
  const [stdout, stderr] = await Promise.all([text(hook.stdout), text(hook.stderr)]);
  server.closeAllConnections();
  server.close();
  expect(stdout).toContain("threw an error at beforeTool");
  expect(stderr).toContain("TimeoutError");
});

it("context.timeout follows the call: it ends with the deadline, if that is earlier", async () => {
  const signals: AbortSignal[] = [];
  const hook = defineHook({
    name: "h",
    deadlines: { interceptMs: 100 },
    beforeTool: (_call, { timeout }) => {
      signals.push(timeout(50), timeout(1000));
      return new Promise(() => {});
    },
  });
  const { dispatcher, clock } = await dispatcherOf(hook);
  const answer = dispatcher.ask("beforeTool", toolCall("exec"));
  clock.advance(50);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(signals[0]?.reason).toMatchObject({ name: "TimeoutError" });
  clock.advance(50);
  await answer;
  expect(signals[1]?.reason).toMatchObject({ message: "The deadline of this call has passed" });
  expect(clock.pending).toBe(0);
});

it("a signal that is already aborted needs no timer, and other numbers than milliseconds throw", () => {
  const clock = new ManualClock();
  expect(timeoutSignal(AbortSignal.abort("over"), 10, clock).reason).toBe("over");
  expect(clock.pending).toBe(0);
  for (const ms of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => timeoutSignal(new AbortController().signal, ms, clock)).toThrow(RangeError);
  }
});
