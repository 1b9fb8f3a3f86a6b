import { HookManager, type HookManagerOptions, type Report } from "@agent-hook/host";
import { assertKnownKeys, NEWEST_VERSION } from "@agent-hook/protocol";
import type { Hook } from "@agent-hook/sdk";
import { ManualClock } from "./manual-clock.js";
import { TestHost } from "./test-host.js";

export interface TestHostOptions {
  /** The PicoClaw version to simulate. Default: the newest known. */
  readonly version?: string;
  /** The environment for the hook's `env` schemas. Default `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** `manual`: deadlines expire only through `advance()`. Default `real`. */
  readonly time?: "real" | "manual";
  /** A file to record the wire in, without secrets, for `replay`. */
  readonly transcript?: string;
  /** Answers what the hook leaves to a person. Without it, the call is denied, as in PicoClaw. */
  readonly onAsk?: NonNullable<HookManagerOptions["onAsk"]>;
}

/**
 * Creates a host for a hook in this process, without a child process or a port. Calls go through the real wire, codec,
 * deadlines and failure policies. If the hook cannot start, the first call rejects with the error of `serve`.
 *
 * @example
 * const host = createTestHost(hook, { version: "v0.2.9" });
 * const outcome = await host.beforeTool({ tool: "exec", arguments: { command: "rm -rf /" } });
 * expect(outcome).toMatchObject({ outcome: "denied", reason: "no shell for this agent" });
 */
export function createTestHost(hook: Hook, options: TestHostOptions = {}): TestHost {
  const { version = NEWEST_VERSION, env, time, transcript, onAsk } = options;
  const clock = time === "manual" ? new ManualClock() : undefined;
  assertKnownKeys("createTestHost", options, ["version", "env", "time", "transcript", "onAsk"]);
  if (time !== undefined && time !== "real" && time !== "manual") {
    throw new TypeError('createTestHost: expected "real" or "manual" as time');
  }
  const stderr: string[] = [];
  const reports: Report[] = [];
  const open = async () => {
    const manager = await HookManager.start(
      {},
      {
        version,
        onReport: (report) => reports.push(report),
        onStderr: (line) => stderr.push(line),
        ...(transcript === undefined ? {} : { transcript }),
        ...(onAsk ? { onAsk } : {}),
      },
    );
    await manager.mount(hook, { ...(env ? { env } : {}), ...(clock ? { clock } : {}) });
    return manager;
  };
  return new TestHost({ version, opened: open(), stderr, reports, clock });
}
