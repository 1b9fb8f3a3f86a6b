import { readFileSync } from "node:fs";

/** What Linux shows of a process. */
export interface ProcessStat {
  /** The name of its program, at most 15 characters. */
  readonly name: string;
  /** The fields after the name, from the state on. See proc_pid_stat(5). */
  readonly fields: readonly string[];
  /** When the process started, as the system counts it, or `""`. Tells it from a later process with the same id. */
  readonly startedAt: string;
}

/** Returns `undefined` if there is no such process, or no /proc. */
export function statOf(pid: number): ProcessStat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // The name is in parentheses and may contain anything, so the fields are counted after the last one.
  const end = text.lastIndexOf(")");
  const fields = text.slice(end + 2).split(" ");
  return { name: text.slice(text.indexOf("(") + 1, end), fields, startedAt: fields[19] ?? "" };
}
