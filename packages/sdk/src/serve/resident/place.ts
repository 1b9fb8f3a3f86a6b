import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";

/**
 * Returns where a process runs, and its rights: its folder, its root folder, its namespaces, its user, groups,
 * capabilities, umask and limits, and whether it is in a sandbox. A container may share the user's files, but have another Node at the same path.
 * Returns `undefined` for a process that is not there, or that this one cannot see.
 */
export function placeOf(pid: number | "self"): string | undefined {
  const process = `/proc/${pid}`;
  try {
    const namespaces = readdirSync(`${process}/ns`).map((name) => readlinkSync(`${process}/ns/${name}`));
    const folders = ["cwd", "root"].map((name) => {
      const { dev, ino } = statSync(`${process}/${name}`, { bigint: true });
      // The path as well: a folder that was moved or removed is another place.
      return `${readlinkSync(`${process}/${name}`)} ${dev}:${ino}`;
    });
    const identity = readFileSync(`${process}/status`, "latin1").match(
      /^(?:[UG]id|Groups|Cap(?:Inh|Bnd|Amb)|Umask|NoNewPrivs|Seccomp(?:_filters)?):.*$/gm,
    );
    return [...namespaces, ...folders, ...(identity ?? []), limitsOf(process)].join("\n");
  } catch {
    return undefined;
  }
}

/** Returns the namespace in which this process knows the ids of others. The same id is another process elsewhere. */
export function pidNamespace(): string {
  return readlinkSync("/proc/self/ns/pid");
}

/** Without two soft limits: the launcher sets one of the time on the processor, and Node raises the one of open files. */
function limitsOf(process: string): string {
  return readFileSync(`${process}/limits`, "latin1").replace(/^(Max (?:cpu time|open files) +)\S+ +/gm, "$1");
}
