import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../manager/start-manager.js";
import { hookCommand } from "../../start-hook.js";

const HOST = fileURLToPath(new URL("host.mjs", import.meta.url));
const hooks = ["puppet.mjs", "with-sdk.mjs"] as const;

/** Starts a host in its own process with a hook of each kind. Each connection ends with its hook. */
async function startHost(end: "stays" | "exits" | "throws") {
  const beacons = await listen();
  const commands = hooks.map((file) => hookCommand("beacon.mjs", `./${file}`));
  const host = spawn(process.execPath, [HOST, end, JSON.stringify(commands)], {
    env: { ...process.env, BEACON: beacons.path },
    stdio: ["pipe", "pipe", "ignore"],
  });
  onTestFinished(() => {
    host.kill("SIGKILL");
  });
  const gone = [];
  for (const _hook of hooks) gone.push(once(await beacons.next(), "close"));
  // All hooks have completed the handshake.
  await once(host.stdout, "data");
  return { host, gone };
}

async function endOf(host: ChildProcess): Promise<unknown[]> {
  return once(host, "exit");
}

describe("when a host ends, its hooks end too", () => {
  test.each(["SIGKILL", "SIGTERM", "SIGINT"] as const)("if the host is ended by %s", async (signal) => {
    const { host, gone } = await startHost("stays");
    host.kill(signal);
    expect(await endOf(host)).toEqual([null, signal]);
    await Promise.all(gone);
  });

  test("if the host is killed with SIGKILL during calls", async () => {
    const { host, gone } = await startHost("stays");
    host.stdin?.write("call\n");
    await once(host.stdout as NonNullable<typeof host.stdout>, "data");
    host.kill("SIGKILL");
    expect(await endOf(host)).toEqual([null, "SIGKILL"]);
    await Promise.all(gone);
  });

  test("if the host exits without close", async () => {
    const { host, gone } = await startHost("exits");
    host.stdin?.write("end\n");
    expect(await endOf(host)).toEqual([0, null]);
    await Promise.all(gone);
  });

  test("if the host throws an uncaught error", async () => {
    const { host, gone } = await startHost("throws");
    host.stdin?.write("end\n");
    expect(await endOf(host)).toEqual([1, null]);
    await Promise.all(gone);
  });
});
