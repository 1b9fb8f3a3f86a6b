import { execFile } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { listen } from "../manager/start-manager.js";
import { hookCommand, startHook } from "../start-hook.js";

const HOST = fileURLToPath(new URL("own-group-host.mjs", import.meta.url));

/** Starts a hook in its own process group. The hook and its child each have a connection that ends with the process. */
async function startGroup() {
  const beacons = await listen();
  const hook = await startHook({ command: hookCommand("stays.mjs"), env: { BEACON: beacons.path }, ownGroup: true });
  const gone = [await beacons.next(), await beacons.next()].map((socket) => once(socket, "close"));
  return { hook, gone };
}

describe("processes started by a hook in its own process group end", () => {
  test("when the hook is closed", async () => {
    const { hook, gone } = await startGroup();
    // Windows has no signals: the first one ends the process, and Node reports the last one that was sent before its end.
    const signals = process.platform === "win32" ? ["SIGTERM", "SIGKILL"] : ["SIGKILL"];
    const { code, signal } = await hook.close({ endMs: 0, termMs: 0 });
    expect(code).toBeNull();
    expect(signals).toContain(signal);
    await Promise.all(gone);
  });

  test("when the hook is killed", async () => {
    const { hook, gone } = await startGroup();
    process.kill(hook.pid as number, "SIGKILL");
    await Promise.all(gone);
  });

  test("when the process that started the hook exits, and the hook with it", async () => {
    const beacons = await listen();
    const host = execFile(process.execPath, [HOST, ...hookCommand("stays.mjs")], {
      env: { ...process.env, BEACON: beacons.path },
    });
    const gone = [await beacons.next(), await beacons.next()].map((socket) => once(socket, "close"));
    expect(await once(host, "exit")).toEqual([7, null]);
    await Promise.all(gone);
  });
});
