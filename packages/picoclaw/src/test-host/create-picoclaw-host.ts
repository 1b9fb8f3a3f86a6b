import type { Hook } from "@agent-hook/sdk";
import type { StoreSource } from "@agent-hook/sdk/in-process";
import { NEWEST_VERSION } from "@agent-hook/sdk/internal/picoclaw";
import { assertKnownKeys } from "@agent-hook/sdk/internal/text";
import { HookManager, type HookManagerOptions } from "../manager/hook-manager.js";
import type { Report } from "../manager/report.js";
import { ManualClock } from "./manual-clock.js";
import { PicoClawHost } from "./picoclaw-host.js";
import { testStore } from "./test-store.js";

export interface PicoClawHostOptions {
  /** The PicoClaw version to simulate. Default: the newest known. */
  readonly version?: string;
  /** The environment for the hook's `env` schemas. Default `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** `manual`: deadlines expire only through `advance()`. Default `real`. */
  readonly time?: "real" | "manual";
  /** A clock that the caller advances, used instead of `time`. */
  readonly clock?: ManualClock | undefined;
  /** What `context.store` uses. Default: a new store in memory, or `AGENT_HOOK_STORE` if `env` has it. */
  readonly store?: StoreSource;
  /** Receives each line that the hook logs. */
  readonly log?: string[];
  /** A file to record the wire in, without secrets, for `replay`. */
  readonly transcript?: string;
  /** Called for each line of the wire in both directions, including hello. */
  readonly onTrace?: NonNullable<HookManagerOptions["onTrace"]>;
  /** Decides calls that the hook leaves to a person. Without it, such calls are denied, as in PicoClaw. */
  readonly onAsk?: NonNullable<HookManagerOptions["onAsk"]>;
}

/**
 * Creates a host for a hook in this process, without a child process or a port. Calls go through the real wire, codec,
 * deadlines and failure policies. If the hook cannot start, the first call rejects with the error that `serve` reports.
 *
 * @example
 * const host = createPicoClawHost(hook, { version: "v0.2.9" });
 * const outcome = await host.beforeTool({ tool: "exec", arguments: { command: "rm -rf /" } });
 * expect(outcome).toMatchObject({ outcome: "denied", reason: "no shell for this agent" });
 *
 */
export function createPicoClawHost(hook: Hook, options: PicoClawHostOptions = {}): PicoClawHost {
  const { version = NEWEST_VERSION, env, time, transcript, onTrace, onAsk } = options;
  const clock = options.clock ?? (time === "manual" ? new ManualClock() : undefined);
  const store = options.store ?? testStore(env, clock);
  assertKnownKeys("createPicoClawHost", options, [
    "version",
    "env",
    "time",
    "clock",
    "store",
    "log",
    "transcript",
    "onTrace",
    "onAsk",
  ]);
  if (time !== undefined && time !== "real" && time !== "manual") {
    throw new TypeError('createPicoClawHost: expected "real" or "manual" as time');
  }
  const stderr: string[] = options.log ?? [];
  const reports: Report[] = [];
  const open = async () => {
    const manager = await HookManager.start(
      {},
      {
        version,
        onReport: (report) => reports.push(report),
        onStderr: (line) => stderr.push(line),
        ...(transcript === undefined ? {} : { transcript }),
        ...(onTrace ? { onTrace } : {}),
        ...(onAsk ? { onAsk } : {}),
      },
    );
    await manager.mount(hook, { ...(env ? { env } : {}), ...(clock ? { clock } : {}), store });
    return manager;
  };
  return new PicoClawHost({ version, opened: open(), stderr, reports, clock });
}
