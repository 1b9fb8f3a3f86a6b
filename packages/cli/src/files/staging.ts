import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Returns a path next to a file, for a new version that replaces it by a rename. It contains the process id, so that
 * the next run can recognise files of a killed one, which this function removes.
 */
export function stagingPath(path: string): string {
  removeLeftovers(path);
  return join(dirname(path), `.${basename(path)}.${process.pid}.${randomUUID().slice(0, 8)}.tmp`);
}

/** A leftover that cannot be removed does not prevent the write. */
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
