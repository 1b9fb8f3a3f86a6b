import { expect, it } from "vitest";
import { hostFlag } from "../src/serve/hosts.js";
import { COMMAND_HOSTS, payloadOf, simulationOf } from "./command-hosts/recordings.js";
import { type RunningHook, spawnHook, spawnReady } from "./spawn-hook.js";
import { approveTool } from "./wire-calls.js";

/** Calls a hook as each host does, until one of its handlers has run. */
const ASKED: Readonly<Record<string, (env: NodeJS.ProcessEnv) => Promise<RunningHook>>> = {
  async picoclaw(env) {
    const hook = await spawnReady("listens.mjs", { env, args: ["--host", "picoclaw"] });
    await hook.call("hook.approve_tool", approveTool("exec"));
    return hook;
  },
  async mcp(env) {
    const hook = spawnHook("listens.mjs", { env, args: ["--host", "mcp"] });
    const clientInfo = { name: "test", version: "1" };
    await hook.call("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    hook.notify("notifications/initialized", undefined);
    await hook.call("tools/call", { name: "look", arguments: {} });
    return hook;
  },
  ...Object.fromEntries(
    COMMAND_HOSTS.map((host) => [
      host,
      async (env: NodeJS.ProcessEnv) => {
        const { beforeTool } = simulationOf(host);
        const hook = spawnHook("listens.mjs", { env, args: ["--host", hostFlag(host, beforeTool)] });
        await hook.write(JSON.stringify(payloadOf(host, beforeTool)));
        await hook.end();
        return hook;
      },
    ]),
  ),
};

async function openIn(ask: (typeof ASKED)[string], env: NodeJS.ProcessEnv = {}) {
  const hook = await ask(env);
  const [, text = ""] = await hook.logged(/^open: (.+)$/m);
  return JSON.parse(text) as { readonly resources: readonly string[]; readonly sockets?: number };
}

it.each(Object.entries(ASKED))("a hook under %s opens no port and no network socket", async (_host, ask) => {
  const { resources, sockets } = await openIn(ask);
  expect(resources.filter((name) => /Server|TCP|UDP/.test(name))).toEqual([]);
  expect(sockets ?? 0).toBe(0);
});

it("a hook that opens a port is detected", async () => {
  const { resources, sockets } = await openIn(ASKED.picoclaw as (typeof ASKED)[string], { LISTENS: "1" });
  expect(resources).toContain("TCPServerWrap");
  expect(sockets ?? 1).toBe(1);
});
