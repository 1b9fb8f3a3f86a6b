import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** What is left of a launcher ends by itself a second after its deadline, and later on a busy machine. */
const GRACE_MS = 5000;
const POLL_MS = 50;
/** How often the files of a process are read at most: between two reads, it can replace its program again. */
const MAX_READS = 20;

interface Running {
  readonly id: number;
  readonly environment: readonly string[];
  readonly command: readonly string[];
}

/** Kills processes that a run left behind outside of its process group, and returns their commands. Needs /proc. */
export async function endLeftBehind(home: string): Promise<string[]> {
  const endTime = performance.now() + GRACE_MS;
  const processesOfRun = new Map<number, Running>();
  let remaining = processesOf(home, processesOfRun);
  while (remaining.length > 0 && performance.now() < endTime) {
    await wait(POLL_MS);
    remaining = processesOf(home, processesOfRun);
  }
  const found = remaining.flatMap(({ id }) => processesOfRun.get(id) ?? []);
  for (const { id } of found) kill(id);
  return found.map(({ command }) => command.join(" "));
}

/**
 * Returns the processes of a run. Agents and shells create their own sessions but keep the run's HOME, which identifies
 * them. A process that is just starting may be one of them.
 */
function processesOf(home: string, processesOfRun: Map<number, Running>): Running[] {
  return runningProcesses().filter((process) => {
    if (process.environment.includes(`HOME=${home}`)) processesOfRun.set(process.id, process);
    return processesOfRun.has(process.id) || isStarting(process);
  });
}

/** Reads synchronously: a file in /proc that was opened before a process starts another program is empty afterwards. */
function runningProcesses(): Running[] {
  return namesIn("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const folder = `/proc/${name}`;
      return hasProgram(folder) ? [{ id: Number(name), ...readProcess(folder) }] : [];
    });
}

/** Reads until the process has an environment: one that replaces its program has none for a moment. */
function readProcess(folder: string): Omit<Running, "id"> {
  for (let reads = 1; ; reads += 1) {
    const environment = listIn(`${folder}/environ`);
    const command = listIn(`${folder}/cmdline`);
    if (environment.length > 0 || reads === MAX_READS) return { environment, command };
  }
}

/** While a process replaces its program with another, /proc shows neither its environment nor its command. */
function isStarting({ environment, command }: Running): boolean {
  return environment.length === 0 && command.length === 0;
}

/** Returns `false` for kernel threads, zombies and ended processes. */
function hasProgram(folder: string): boolean {
  return attempt(() => readlinkSync(`${folder}/exe`)) !== undefined;
}

function listIn(file: string): string[] {
  const text = attempt(() => readFileSync(file, "utf8")) ?? "";
  return text.split("\0").filter((part) => part !== "");
}

function namesIn(folder: string): string[] {
  return attempt(() => readdirSync(folder)) ?? [];
}

/** Returns `undefined` on failure: a process may end or belong to another user. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function kill(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
