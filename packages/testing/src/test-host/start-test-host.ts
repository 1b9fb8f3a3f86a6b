import { HookManager, type HookManagerOptions, type HooksConfig, type Intercept, type Report } from "@agent-hook/host";
import { assertKnownKeys, NEWEST_VERSION } from "@agent-hook/protocol";
import { TestHost } from "./test-host.js";

export interface TestProcessOptions {
  /** Which PicoClaw to be; default v0.2.9. The hook knows only what its command says (`--host picoclaw@v0.2.9`). */
  readonly version?: string;
  /** The hook's name in the host's config; default `hook`. */
  readonly name?: string;
  /** Default: the folder of this process. */
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the hook is asked; default everywhere. */
  readonly intercept?: readonly Intercept[];
  /** The host's limits, as in PicoClaw's config; default 5 s, for approvals 60 s. */
  readonly defaults?: NonNullable<HooksConfig["defaults"]>;
  /** How long the hook has for hello, in milliseconds; default 30000. */
  readonly helloTimeoutMs?: number;
  /** A file that the wire is recorded in, without secrets, for `replay`. */
  readonly transcript?: string;
  /** Each line of the wire, both ways, hello included. */
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
  "transcript",
  "onTrace",
  "onAsk",
];
const EVERYWHERE = ["before_llm", "after_llm", "before_tool", "after_tool", "approve_tool"] as const;

/**
 * A host for a built hook: starts the command as PicoClaw does, once, and does not restart it. Rejects where the hook
 * does not get through hello. Whoever starts it must `close` it; what it started itself ends with it.
 *
 * @example
 * const host = await startTestHost(["node", "dist/main.js", "--host", "picoclaw@v0.2.9"]);
 * const outcome = await host.approveTool({ tool: "exec", arguments: { command: "ls" } });
 * await host.close();
 */
export async function startTestHost(command: readonly string[], options: TestProcessOptions = {}): Promise<TestHost> {
  const {
    version = NEWEST_VERSION,
    name = "hook",
    cwd,
    env,
    intercept = EVERYWHERE,
    defaults = {},
    helloTimeoutMs,
    transcript,
    onTrace,
    onAsk,
  } = options;
  assertKnownKeys("startTestHost", options, OPTIONS);
  const stderr: string[] = [];
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
        // As PicoClaw: a hook that is gone refuses approvals, and nothing else.
        onFailure: "continue",
        ...(cwd === undefined ? {} : { dir: cwd }),
        // PicoClaw does not say its version.
        env: { AGENT_HOOK_HOST: "", ...env },
      },
    },
  };
  const manager = await HookManager.start(config, {
    version,
    ownGroups: true,
    onReport: (report) => reports.push(report),
    onStderr: (line) => stderr.push(line),
    ...(helloTimeoutMs === undefined ? {} : { helloTimeoutMs }),
    ...(transcript === undefined ? {} : { transcript }),
    ...(onTrace ? { onTrace } : {}),
    ...(onAsk ? { onAsk } : {}),
  });
  return new TestHost({ version, opened: Promise.resolve(manager), stderr, reports, clock: undefined });
}
