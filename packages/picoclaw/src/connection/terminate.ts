import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** How long each step of the shutdown waits, in milliseconds. */
export interface ShutdownTimeouts {
  /** After stdin was closed. Default 2000, as in PicoClaw. */
  readonly endMs?: number;
  /** After SIGTERM. Default 1000. */
  readonly termMs?: number;
}

/** Closes stdin, waits, sends SIGTERM, waits, sends SIGKILL. A well-behaved hook exits when its stdin ends. */
export async function terminate(child: ChildProcess, exited: Promise<Exit>, timeouts: ShutdownTimeouts): Promise<Exit> {
  child.stdin?.end();
  if (!(await endsWithin(exited, timeouts.endMs ?? 2000))) {
    child.kill("SIGTERM");
    if (!(await endsWithin(exited, timeouts.termMs ?? 1000))) child.kill("SIGKILL");
  }
  return exited;
}

async function endsWithin(exited: Promise<Exit>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = wait(ms, false, { signal: timer.signal }).catch(() => false);
  const ended = await Promise.race([exited.then(() => true), late]);
  timer.abort();
  return ended;
}
