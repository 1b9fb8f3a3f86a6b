import { type ChildProcess, spawnSync } from "node:child_process";

/**
 * Whether a child can lead a process group. Windows has none: there, a child that was spawned `detached` would open a
 * window, and continue after this process. A child that was not ends with this process, and its own children with it if
 * it runs on Node.
 */
export const HAS_GROUPS = process.platform !== "win32";

/** The process groups that still run, each as the process id of its leader. */
const groups = new Set<number>();

/** Ends the process group of a child that was spawned `detached` when the child or this process exits. */
export function endTogether(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (groups.size === 0) process.once("exit", endAll);
  groups.add(pid);
  child.once("exit", () => {
    // Without its leader, Windows does not know which processes it started.
    if (HAS_GROUPS) endGroup(pid);
    groups.delete(pid);
    if (groups.size === 0) process.off("exit", endAll);
  });
}

function endAll(): void {
  for (const pid of groups) endGroup(pid);
}

/** Ends a child and its process group. On Windows, ends a child that still runs and the processes that it started. */
export function endGroup(pid: number): void {
  try {
    if (HAS_GROUPS) process.kill(-pid, "SIGKILL");
    else endTree(pid);
  } catch {
    // No process is left.
  }
}

function endTree(pid: number): void {
  spawnSync("taskkill", ["/PID", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true });
  // For a system whose taskkill does not know these options, such as Wine 8.
  process.kill(pid, "SIGKILL");
}
