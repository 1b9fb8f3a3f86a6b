import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * A path beside a file, for what is to take its place by a rename. The process's id is in it, so that the next run can
 * tell what a killed one left: that is removed here.
 */
export function stagingPath(path: string): string {
  removeLeftovers(path);
  return join(dirname(path), `.${basename(path)}.${process.pid}.${randomUUID().slice(0, 8)}.tmp`);
}

/** What cannot be removed does not keep the file from being written. */
function removeLeftovers(path: string): void {
  const start = `.${basename(path)}.`;
  try {
    for (const name of readdirSync(dirname(path))) {
      const pid = name.startsWith(start) ? /^(\d+)\.[0-9a-f]{8}\.tmp$/.exec(name.slice(start.length))?.[1] : undefined;
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dirname(path), name), { force: true });
    }
  } catch {}
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
