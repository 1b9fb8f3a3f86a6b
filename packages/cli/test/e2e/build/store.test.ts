import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasRedis, RedisServer } from "../../../../sdk/test/store/redis-server.js";
import { type BuildOutput, buildHook, runAsHost, shellCallPayload } from "../../build/run-built.js";
import { file } from "../../run-command.js";
import { folder } from "../../temporary-folder.js";

const out = mkdtempSync(join(tmpdir(), "agent-hook-built-"));
let built: BuildOutput;
afterAll(() => rmSync(out, { recursive: true }));
beforeAll(async () => {
  built = await buildHook(["--out", out, file("packages/cli/test/hooks/counts-calls.mjs")]);
  // On Node 20, SQLite is a package that must be installed next to the hook.
  symlinkSync(file("packages/sdk/node_modules"), join(out, "node_modules"));
});

/** Calls the built hook once in each way in which it can be started, and returns the reasons of its denials. */
function callInEachWay(env: NodeJS.ProcessEnv): string[] {
  const { node, bundle, snapshot = "", command } = built;
  const commands = [
    [node.path, bundle],
    command,
    [node.path, "--snapshot-blob", snapshot, "--"],
    [node.path, `--snapshot-blob=${snapshot}`, "--"],
  ];
  return commands.map((words) => {
    const { stdout, stderr } = runAsHost([...words, "--host", "docker-agent"], shellCallPayload("ls"), env);
    return stdout === "" ? stderr : JSON.parse(stdout).hook_specific_output.permission_decision_reason;
  });
}

describe("a built hook", () => {
  test("keeps values between calls in the user's file, however it is started", () => {
    const reasons = callInEachWay({ XDG_STATE_HOME: folder() });
    expect(reasons).toEqual(["call 1", "call 2", "call 3", "call 4"]);
  });

  test.skipIf(!hasRedis)("keeps values between calls on Redis (skipped without redis-server)", async () => {
    const server = await RedisServer.start();
    try {
      const reasons = callInEachWay({ XDG_STATE_HOME: folder(), AGENT_HOOK_STORE: server.url });
      expect(reasons).toEqual(["call 1", "call 2", "call 3", "call 4"]);
    } finally {
      await server.remove();
    }
  });
});
