import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { HookRun } from "./execute.js";

export interface RunOptions {
  readonly stdin: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** In whole seconds, as in the hook's config. */
  readonly timeout: number;
  /** In seconds: how long a child may hold the host beyond the timeout; the real host has no such limit. */
  readonly patience: number;
}

/**
 * Runs a hook's command as docker-agent does: by the user's shell, stdin at its end from the start, stdout and stderr
 * read until nobody holds them any more. The timeout kills the shell alone.
 */
export async function runCommand(command: string, options: RunOptions): Promise<HookRun> {
  const { stdin, cwd, env, timeout, patience } = options;
  const folder = folderFault(cwd);
  if (folder !== undefined) return { failed: folder };
  // In a group of its own, so that what a test leaves behind can be ended.
  const child = spawn(env.SHELL || "/bin/sh", ["-c", command], { cwd, env, detached: true });
  const output = { stdout: textOf(child.stdout), stderr: textOf(child.stderr) };
  // A hook need not read its stdin.
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  const closed = new Promise<Pick<HookRun, "exit" | "signal" | "failed">>((resolve) => {
    child.once("error", ({ message }) => resolve({ failed: message }));
    child.once("close", (code, signal) => resolve(code === null ? { signal: signal ?? "unknown" } : { exit: code }));
  });
  const over = new AbortController();
  const inTime = await Promise.race([closed, wait(timeout * 1000, undefined, { signal: over.signal }).catch(() => {})]);
  if (inTime) {
    over.abort();
    return { ...inTime, stdout: output.stdout(), stderr: output.stderr() };
  }
  child.kill("SIGKILL");
  const late = await Promise.race([closed, wait(patience * 1000, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
  if (child.pid !== undefined) endGroup(child.pid);
  if (!late) {
    throw new Error(
      `docker-agent would hang: ${patience} s after the timeout of ${goDuration(timeout)}, a child of the hook still holds its stdout or stderr. The host kills only the shell; configure \`exec\` or a launcher, and give background children other descriptors. Command: ${command}`,
    );
  }
  const failed = `hook ${JSON.stringify(command)} timed out after ${goDuration(timeout)}: context deadline exceeded`;
  return { failed, stdout: output.stdout(), stderr: output.stderr() };
}

function textOf(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

function folderFault(cwd: string): string | undefined {
  const found = statSync(cwd, { throwIfNoEntry: false });
  if (!found) return `chdir ${cwd}: no such file or directory`;
  return found.isDirectory() ? undefined : `chdir ${cwd}: not a directory`;
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Gone by itself.
  }
}

/** 60 is `1m0s`. */
function goDuration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours}h${minutes}m${seconds % 60}s`;
  return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`;
}
