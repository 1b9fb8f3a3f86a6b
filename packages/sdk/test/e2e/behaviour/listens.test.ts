import { expect, it } from "vitest";
import { payloadOf } from "../../command-hosts/recordings.js";
import { type RunningHook, spawnHook, spawnReady } from "../../spawn-hook.js";
import { approveTool } from "../../wire-calls.js";

/** Calls a hook as a host of each kind does, until one of its handlers has run. */
const ASKED = {
  async picoclaw(env: NodeJS.ProcessEnv = {}) {
    const hook = await spawnReady("listens.mjs", { env, args: ["--host", "picoclaw"] });
    await hook.call("hook.approve_tool", approveTool("exec"));
    return hook;
  },
  async mcp(env: NodeJS.ProcessEnv = {}) {
    const hook = spawnHook("listens.mjs", { env, args: ["--host", "mcp"] });
    const clientInfo = { name: "test", version: "1" };
    await hook.call("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    hook.notify("notifications/initialized", undefined);
    await hook.call("tools/call", { name: "look", arguments: {} });
    return hook;
  },
  async "claude-code"(env: NodeJS.ProcessEnv = {}) {
    const hook = spawnHook("listens.mjs", { env, args: ["--host", "claude-code"] });
    await hook.write(JSON.stringify(payloadOf("claude-code", "PreToolUse")));
    await hook.end();
    return hook;
  },
};

/** Returns what a hook has open, which it prints during a call. */
async function openIn(hook: RunningHook) {
  const [, text = ""] = await hook.logged(/^open: (.+)$/m);
  return JSON.parse(text) as { readonly resources: readonly string[]; readonly sockets?: number };
}

it.each(Object.entries(ASKED))("a hook under %s opens no port and no network socket", async (_host, ask) => {
  const { resources, sockets } = await openIn(await ask());
  expect(resources.filter((name) => /Server|TCP|UDP/.test(name))).toEqual([]);
  expect(sockets ?? 0).toBe(0);
});

it("a hook that opens a port is detected", async () => {
  const { resources, sockets } = await openIn(await ASKED.picoclaw({ LISTENS: "1" }));
  expect(resources).toContain("TCPServerWrap");
  expect(sockets ?? 1).toBe(1);
});
