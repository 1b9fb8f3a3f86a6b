import type { HookSummary, LaunchedCommand } from "@agent-hook/sdk/internal/installs";
import { hostFlag, type SimulatedHost } from "@agent-hook/testing/internal/command-hosts";
import { CommandError } from "./command-error.js";
import { orUsageError } from "./config/config-plan.js";
import { findLauncher, findProgram } from "./config/find-program.js";
import { readManifest } from "./config/read-manifest.js";
import { toAbsolute } from "./config/resolve-command.js";
import { launchedAt } from "./host-config/launched.js";

/** A hook that a host starts for each call. */
export interface LaunchedHook {
  /** Absent for a hook without the SDK, which is started without the launcher. */
  readonly manifest?: HookSummary;
  /** Returns an event's command and timeout (in seconds) as in a config. Throws `CommandError`. */
  commandAt(event: string, host: Pick<SimulatedHost, "name" | "text">): Pick<LaunchedCommand, "command" | "timeout">;
}

/**
 * The timeout for a hook that does not use the SDK. It is the same for every host, although some hosts wait longer by
 * default, and some wait only 30 s.
 */
const DEFAULT_TIMEOUT_S = 60;

/** Returns a hook as `agent-hook config` makes a host start it. Throws `CommandError`. */
export async function launchedHook([program, ...args]: readonly [string, ...string[]]): Promise<LaunchedHook> {
  const command = [findProgram(program), ...args.map(toAbsolute)];
  const manifest = await readManifest(command).catch((error: unknown) => {
    if (error instanceof CommandError) return undefined;
    throw error;
  });
  if (manifest === undefined) {
    const text = `exec ${command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")}`;
    return { commandAt: () => ({ command: text, timeout: DEFAULT_TIMEOUT_S }) };
  }
  const launch = { command, launcher: findLauncher(command) };
  return {
    manifest,
    commandAt: (event, { name, text }) =>
      orUsageError(() => launchedAt(name, event, manifest, launch, { hostValue: hostFlag(text, event) })),
  };
}
