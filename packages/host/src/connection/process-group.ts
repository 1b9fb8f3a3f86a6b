import type { ChildProcess } from "node:child_process";

/** The process groups that still run, each as the process id of its leader. */
const groups = new Set<number>();

/** Ends the process group of a child that was spawned `detached` when the child or this process exits. */
export function endTogether(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (groups.size === 0) process.once("exit", endAll);
  groups.add(pid);
  child.once("exit", () => {
    end(pid);
    groups.delete(pid);
    if (groups.size === 0) process.off("exit", endAll);
  });
}

function endAll(): void {
  for (const pid of groups) end(pid);
}

function end(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has no process left.
  }
}
