import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { statOf } from "../../runtime/process-stat.js";

const MINUTE_MS = 60_000;

/** A process of a hook that stays. */
export interface LivingResident {
  readonly pid: number;
  /** Its key file. */
  readonly path: string;
  /** When it started or last answered a call, in milliseconds. */
  readonly usedAt: number;
}

/** Returns the processes that stay, the last used first. */
export function livingResidents(folder: string): LivingResident[] {
  const found = namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const pid = name.endsWith(".key") ? pidIn(path) : undefined;
    return pid === undefined ? [] : [{ pid, path, usedAt: changedAt(path) }];
  });
  return found.sort((a, b) => b.usedAt - a.usedAt);
}

/** Removes the files of processes that are gone. */
export function removeDead(folder: string): void {
  const names = namesIn(folder);
  const living = names.filter((name) => name.endsWith(".key") && pidIn(join(folder, name)) !== undefined);
  for (const name of names) {
    const path = join(folder, name);
    if (isLeft(name, path, living)) rmSync(path, { force: true });
  }
}

function isLeft(name: string, path: string, living: readonly string[]): boolean {
  if (name.endsWith(".key")) return !living.includes(name);
  if (name.endsWith(".variables")) return !living.some((key) => key.startsWith(name.split(".", 1)[0] as string));
  if (name.endsWith(".full")) return Date.now() - changedAt(path) > MINUTE_MS;
  const pid = name.endsWith(".lock") ? textOf(path) : /\.(\d+)(?:\.new)?$/.exec(name)?.[1];
  return pid !== undefined && statOf(Number(pid)) === undefined;
}

/** Returns the id in a key file if the process lives. */
function pidIn(path: string): number | undefined {
  const [, pid, started] = textOf(path).split(" ");
  return pid !== undefined && statOf(Number(pid))?.startedAt === started ? Number(pid) : undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Another process may remove the file at the same time. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1").trim();
  } catch {
    return "";
  }
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
