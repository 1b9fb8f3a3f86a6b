import { statSync } from "node:fs";
import { type Ended, runProcess } from "../run-process.js";
import type { HookRun } from "./execute.js";

export interface RunOptions {
  readonly stdin: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whole seconds, as in the hook's config. */
  readonly timeout: number;
  /** How long a child may hold up the host beyond the timeout, in seconds. The real host has no limit. */
  readonly patience: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a hook's command as docker-agent does: in the user's shell, with a stdin that is closed after the payload, and
 * reading stdout and stderr until no process holds them open. The timeout kills only the shell.
 */
export async function runCommand(command: string, options: RunOptions): Promise<HookRun> {
  const { stdin, cwd, env, timeout, patience, signal } = options;
  const folder = folderFault(cwd);
  if (folder !== undefined) return { failed: folder };
  const shell = { program: env.SHELL || "/bin/sh", args: ["-c", command] };
  const limits = { timeoutMs: timeout * 1000, patienceMs: patience * 1000 };
  const run = await runProcess({ ...shell, stdin, cwd, env, signal, ...limits }).catch(({ message }: Error) => message);
  if (typeof run === "string") return { failed: run };
  const { late, held, ...ended }: Ended = run;
  if (held) {
    throw new Error(
      `docker-agent would hang: ${patience} s after the timeout of ${goDuration(timeout)}, a child of the hook still holds its stdout or stderr. The host kills only the shell; configure \`exec\` or a launcher, and give background children other descriptors. Command: ${command}`,
    );
  }
  if (!late) return ended;
  const failed = `hook ${JSON.stringify(command)} timed out after ${goDuration(timeout)}: context deadline exceeded`;
  return { failed, stdout: ended.stdout, stderr: ended.stderr };
}

function folderFault(cwd: string): string | undefined {
  const found = statSync(cwd, { throwIfNoEntry: false });
  if (!found) return `chdir ${cwd}: no such file or directory`;
  return found.isDirectory() ? undefined : `chdir ${cwd}: not a directory`;
}

/** Formats a duration as Go does: 60 is `1m0s`. */
function goDuration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours}h${minutes}m${seconds % 60}s`;
  return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`;
}
