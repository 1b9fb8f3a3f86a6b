import { readdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

const GRACE_MS = 1000;
const LOOK_EVERY_MS = 50;

/** Kills what a run left behind outside of its process group, and names it. Where there is no /proc it finds nothing. */
export async function endLeftBehind(home: string): Promise<string[]> {
  // What was told to end may need a moment.
  const until = performance.now() + GRACE_MS;
  let left = await processesOf(home);
  while (left.length > 0 && performance.now() < until) {
    await wait(LOOK_EVERY_MS);
    left = await processesOf(home);
  }
  for (const { id } of left) kill(id);
  return left.map(({ command }) => command);
}

/** Agents and shells move to sessions of their own, but keep their HOME: the run's, and no other's. */
async function processesOf(home: string): Promise<{ id: number; command: string }[]> {
  const names = await readdir("/proc").catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const environment = await readFile(`/proc/${name}/environ`, "utf8").catch(() => "");
        if (!environment.split("\0").includes(`HOME=${home}`)) return [];
        const command = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
        return command === "" ? [] : [{ id: Number(name), command: command.replaceAll("\0", " ").trim() }];
      }),
  );
  return found.flat();
}

function kill(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
