import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { endTogether } from "@agent-hook/sdk/internal/process-group";

/** The output of a program and how it ended. */
export interface ProgramResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Why it failed, in words. `undefined` if it exited with 0. */
  readonly failure: string | undefined;
}

export interface RunOptions {
  /** Milliseconds until the program is killed. Default 30000, because a busy machine starts programs slowly. */
  readonly timeoutMs?: number | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Kills the program. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the program's process group while it runs. */
  readonly groups?: { add(group: number): void; remove(group: number): void } | undefined;
}

const MAX_OUTPUT_BYTES = 2 ** 24;

/**
 * Runs a program without a shell and with an empty stdin. The program is killed after the limit. It has its own process
 * group, which ends with the program or with this process.
 */
export async function runProgram(
  [program = "", ...args]: readonly string[],
  { timeoutMs = 30_000, env = process.env, signal, groups }: RunOptions = {},
): Promise<ProgramResult> {
  const child = spawn(program, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  endTogether(child);
  const { pid } = child;
  if (groups !== undefined && pid !== undefined) {
    groups.add(pid);
    child.once("exit", () => groups.remove(pid));
  }
  let failure: string | undefined;
  const stop = (why: string) => {
    failure ??= why;
    child.kill("SIGKILL");
    // A process that left the group may hold these streams open.
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const timer = setTimeout(() => stop(`it did not exit within ${timeoutMs / 1000} s`), timeoutMs);
  const abort = () => stop("it was stopped");
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) =>
    collectText(stream, () => stop("it printed more than 16 MiB")),
  ) as [() => string, () => string];
  try {
    const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    if (signal !== null) failure ??= `it was killed by ${signal}`;
    else if (code !== 0) failure ??= `it exited with code ${code}`;
  } catch (error) {
    failure = (error as Error).message;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
  return { stdout: stdout(), stderr: stderr(), failure };
}

function collectText(stream: Readable, onTooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_OUTPUT_BYTES) onTooMuch();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString();
}
