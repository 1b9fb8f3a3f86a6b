import { NEWEST_VERSION } from "@agent-hook/sdk/internal/picoclaw";
import { assertKnownKeys } from "@agent-hook/sdk/internal/text";
import type { HooksConfig, Intercept } from "../config/hooks-config.js";
import { HookManager, type HookManagerOptions } from "../manager/hook-manager.js";
import type { Report } from "../manager/report.js";
import { PicoClawHost } from "./picoclaw-host.js";

export interface PicoClawProcessOptions {
  /**
   * The PicoClaw version to simulate. Default: the newest known. The hook learns the version only from its command
   * (`--host`).
   */
  readonly version?: string;
  /** The hook's name in the host's config. Default `hook`. */
  readonly name?: string;
  /** Default: the folder of this process. */
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The points at which the hook is called. Default: all. */
  readonly intercept?: readonly Intercept[];
  /** The host's timeouts, as in PicoClaw's config. Default 5 s; 60 s for approvals. */
  readonly defaults?: NonNullable<HooksConfig["defaults"]>;
  /**
   * How long the hook has to answer hello, in milliseconds. Default 60000, which is longer than a real host waits,
   * because a busy machine is slow.
   */
  readonly helloTimeoutMs?: number;
  /** Receives each line that the hook logs. */
  readonly log?: string[];
  /** A file to record the wire in, without secrets, for `replay`. */
  readonly transcript?: string;
  /** Called for each line of the wire in both directions, including hello. */
  readonly onTrace?: NonNullable<HookManagerOptions["onTrace"]>;
  readonly onAsk?: NonNullable<HookManagerOptions["onAsk"]>;
}

const OPTIONS = [
  "version",
  "name",
  "cwd",
  "env",
  "intercept",
  "defaults",
  "helloTimeoutMs",
  "log",
  "transcript",
  "onTrace",
  "onAsk",
];
const START_MS = 60_000;
const EVERYWHERE = ["before_llm", "after_llm", "before_tool", "after_tool", "approve_tool"] as const;

/**
 * Starts a host for a built hook. The host starts the command once, as PicoClaw does, and does not restart it. Rejects
 * if the hook does not answer hello correctly. The caller must `close` the host; processes that the hook started end
 * with it.
 *
 * @example
 * const host = await startPicoClawHost(["node", "dist/main.js", "--host", "picoclaw@v0.2.9"]);
 * const outcome = await host.approveTool({ tool: "exec", arguments: { command: "ls" } });
 * await host.close();
 *
 */
export async function startPicoClawHost(
  command: readonly string[],
  options: PicoClawProcessOptions = {},
): Promise<PicoClawHost> {
  const {
    version = NEWEST_VERSION,
    name = "hook",
    cwd,
    env,
    intercept = EVERYWHERE,
    defaults = {},
    helloTimeoutMs = START_MS,
    transcript,
    onTrace,
    onAsk,
  } = options;
  assertKnownKeys("startPicoClawHost", options, OPTIONS);
  const stderr: string[] = options.log ?? [];
  const reports: Report[] = [];
  const config: HooksConfig = {
    defaults,
    processes: {
      [name]: {
        enabled: true,
        command,
        intercept,
        observe: ["*"],
        restart: false,
        // As in PicoClaw: if the hook is dead, approvals are denied, and everything else continues.
        onFailure: "continue",
        ...(cwd === undefined ? {} : { dir: cwd }),
        // PicoClaw does not pass its version to hooks.
        env: { AGENT_HOOK_HOST: "", AGENT_HOOK_LOG: "off", ...env },
      },
    },
  };
  const manager = await HookManager.start(config, {
    version,
    ownGroups: true,
    onReport: (report) => reports.push(report),
    onStderr: (line) => stderr.push(line),
    helloTimeoutMs,
    ...(transcript === undefined ? {} : { transcript }),
    ...(onTrace ? { onTrace } : {}),
    ...(onAsk ? { onAsk } : {}),
  });
  return new PicoClawHost({ version, opened: Promise.resolve(manager), stderr, reports, clock: undefined });
}
