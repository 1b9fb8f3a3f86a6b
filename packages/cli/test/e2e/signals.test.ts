import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { file } from "../run-command.js";
import { folder } from "../temporary-folder.js";
import { call, HELLO, recording } from "../transcripts.js";

const BIN = file("packages/cli/bin/agent-hook.js");
const STAYS = file("packages/picoclaw/test/hooks/stays.mjs");
/** Exits at once on `--describe`, so that it is treated as a hook without the SDK. */
const WITHOUT_SDK = [
  "/bin/sh",
  "-c",
  'case "$*" in *--describe*) exit 1 ;; esac; exec "$@"',
  "sh",
  process.execPath,
  STAYS,
];
const CALL_ARGS = ["before_tool", "--tool", "Bash"];

const RUNS = {
  call: () => ["call", "--host", "picoclaw", ...CALL_ARGS],
  "call of a host that starts a process for each call": () => ["call", "--host", "codex", ...CALL_ARGS],
  check: () => ["check"],
  "check of a host that starts a process for each call": () => ["check", "--host", "codex"],
  replay: () => ["replay", recording(HELLO, call(2))],
};

/** Waits for the hook and its child. Both ignore signals and the end of stdin. */
async function startWith(args: readonly string[], command: readonly string[]) {
  const path = join(folder(), "socket");
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.resume()));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const env = { ...process.env, BEACON: path, SILENT: "1" };
  const child = spawn(process.execPath, [BIN, ...args, "--", ...command], { env, stdio: ["pipe", "ignore", "ignore"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  while (sockets.length < 2) await once(server, "connection");
  return { child, allEnded: Promise.all(sockets.map((socket) => once(socket, "close"))) };
}

describe("a hook that ignores signals ends when its command is terminated", () => {
  test.each(Object.entries(RUNS))("%s, by SIGINT", async (_, args) => {
    const { child, allEnded } = await startWith(args(), WITHOUT_SDK);
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([130, null]);
    await allEnded;
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("config, while it waits for the hook's manifest, by %s", async (signal, code) => {
    const { child, allEnded } = await startWith(["config", "picoclaw"], [process.execPath, STAYS]);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([code, null]);
    await allEnded;
  });
});
