// Hooks that were awkward to write for every agent. Each has at most twelve lines.
import { approve, commandOf, defineHook, pathsOf, reject } from "@agent-hook/sdk";
import { describe, expect, it } from "vitest";
import { createTestHost, TEST_HOSTS } from "../src/index.js";

const noEnv = defineHook({
  name: "no-env",
  onFailure: "block",
  approveTool(call) {
    const named = [...pathsOf(call), ...commandOf(call).split(/[\s'"=]+/)];
    const isSecret = named.some((path) => /(^|\/)\.env(\.|$)/.test(path));
    return isSecret ? reject("Ask the user for the setting: .env is private.") : approve();
  },
});

describe.each(TEST_HOSTS)("no .env under %s", (host) => {
  const agent = createTestHost(noEnv, { host });

  it.each([".env", "/work/.env", ".env.local"])("%s is not read", async (path) => {
    expect(await agent.read(path)).toMatchObject({ decision: "deny", ran: false });
    expect(await agent.shell(`cat '${path}'`)).toMatchObject({ ran: false });
    expect(await agent.write(path, "KEY=1")).toMatchObject({
      ran: false,
      result: expect.stringContaining("Ask the user"),
    });
  });

  it.each(["environment.md", "src/env.ts"])("%s is read", async (path) => {
    expect(await agent.read(path, "tea")).toMatchObject({ ran: true, result: "tea", failures: [] });
  });
});

const times: string[] = [];
const started = new Map<string, number>();
const timer = defineHook({
  name: "timer",
  beforeTool: ({ tool, arguments: args }) => void started.set(JSON.stringify([tool, args]), performance.now()),
  afterTool({ tool, arguments: args, durationMs }) {
    const start = started.get(JSON.stringify([tool, args])) ?? Number.NaN;
    times.push(`${tool} ${(durationMs ?? performance.now() - start).toFixed(1)} ms`);
  },
});

describe.each(TEST_HOSTS)("each tool timed under %s", (host) => {
  it("writes a line for each call", async () => {
    times.length = 0;
    const agent = createTestHost(timer, { host });
    const { tool } = await agent.shell("ls");
    await agent.write("a.txt", "x");
    expect(times).toHaveLength(2);
    expect(times[0]).toMatch(new RegExp(`^${tool} [\\d.]+ ms$`));
  });
});
