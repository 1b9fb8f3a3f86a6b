import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface RunOptions {
  readonly cwd: string;
  /** The entire environment: nothing is inherited. */
  readonly env: NodeJS.ProcessEnv;
  /** After this time, the program and its process group are killed. */
  readonly limitMs: number;
  /** Kills the program and its process group earlier. */
  readonly signal?: AbortSignal;
}

export interface ProcessResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Absent if a signal ended it. */
  readonly exit: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  readonly timedOut: boolean;
}

/**
 * Runs a program with an empty stdin, in its own process group. Kills the group when the program or this process ends.
 */
export async function runToEnd(program: string, args: readonly string[], options: RunOptions): Promise<ProcessResult> {
  // Write to files, because a surviving child process would keep pipes open.
  const folder = await mkdtemp(join(tmpdir(), "agent-hook-run-output-"));
  const stdout = await open(join(folder, "stdout"), "w");
  const stderr = await open(join(folder, "stderr"), "w");
  try {
    const ended = await waitForEnd(program, args, options, [stdout.fd, stderr.fd]);
    const outputTexts = await Promise.all(["stdout", "stderr"].map((name) => readFile(join(folder, name), "utf8")));
    return { stdout: outputTexts[0] ?? "", stderr: outputTexts[1] ?? "", ...ended };
  } finally {
    await Promise.all([stdout.close(), stderr.close()]);
    await rm(folder, { recursive: true });
  }
}

async function waitForEnd(
  program: string,
  args: readonly string[],
  { cwd, env, limitMs, signal: abortSignal }: RunOptions,
  outputs: readonly [number, number],
): Promise<Pick<ProcessResult, "exit" | "signal" | "timedOut">> {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ["ignore", ...outputs] });
  const kill = () => killGroup(child.pid);
  let timedOut = false;
  const limit = setTimeout(() => {
    timedOut = true;
    kill();
  }, limitMs);
  abortSignal?.addEventListener("abort", kill);
  if (abortSignal?.aborted) kill();
  process.once("exit", kill);
  try {
    const [exit, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    return { exit: exit ?? undefined, signal: signal ?? undefined, timedOut };
  } finally {
    clearTimeout(limit);
    abortSignal?.removeEventListener("abort", kill);
    kill();
    process.off("exit", kill);
  }
}

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
