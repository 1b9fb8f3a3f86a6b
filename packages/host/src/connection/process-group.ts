import type { ChildProcess } from "node:child_process";

/** The groups that live, by the process that leads them. */
const groups = new Set<number>();

/** Sees to it that a child that was spawned `detached` ends with all that it started: when it ends, or this process. */
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
    // Nobody is left in it.
  }
}
