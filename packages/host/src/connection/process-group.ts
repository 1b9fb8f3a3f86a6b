import type { ChildProcess } from "node:child_process";

/** The living process groups, by the id of their leader. */
const groups = new Set<number>();

/** Ends a child that was spawned `detached`, with all its descendants, when it exits or this process does. */
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
