import { readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { stateFolder } from "../../runtime/state-folder.js";
import { type CountedCalls, countedCalls } from "./call-journal.js";
import { livingResidents } from "./residents-folder.js";

/** What the processes of a user's hooks that stay have done. It is read from files: no process is asked. */
export interface ResidentReport {
  /** Those that stay now, the last used first. */
  readonly processes: readonly ResidentFacts[];
  /** `undefined`: no call has asked for such a process. */
  readonly calls?: CountedCalls;
}

export interface ResidentFacts {
  readonly pid: number;
  /** The folder for which it answers. */
  readonly folder: string;
  /** Its resident memory, in bytes. */
  readonly bytes: number;
  /** In milliseconds. */
  readonly usedAt: number;
}

/** `since`: counts only later calls, in milliseconds. */
export function residentReport(env: NodeJS.ProcessEnv, since = 0): ResidentReport {
  const folder = join(stateFolder(env), "residents");
  const calls = countedCalls(folder, since);
  const processes = livingResidents(folder).flatMap(({ pid, usedAt }) => factsOf(pid, usedAt));
  return { processes, ...(calls && { calls }) };
}

function factsOf(pid: number, usedAt: number): ResidentFacts[] {
  try {
    const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
    return [{ pid, folder: readlinkSync(`/proc/${pid}/cwd`), bytes: Number(kilobytes) * 1024, usedAt }];
  } catch {
    // It has just ended.
    return [];
  }
}
