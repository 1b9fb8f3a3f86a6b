import { execFileSync, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

const HOOK_CORE = 1;
const DRIVER_CORE = 0;

export const canPin = availableParallelism() > HOOK_CORE && spawnSync("taskset", ["--version"]).status === 0;

/** Returns a command that runs the given one on the hook's core. */
export function onHookCore(command: readonly string[]): readonly string[] {
  return canPin ? ["taskset", "-c", String(HOOK_CORE), ...command] : command;
}

const ALL_CORES = `0-${availableParallelism() - 1}`;

/** Pins this process, and everything it starts from now on, to the driver's core, or unpins it. */
export function pinDriver(where: "on its core" | "anywhere"): void {
  if (!canPin) return;
  const cores = where === "on its core" ? String(DRIVER_CORE) : ALL_CORES;
  execFileSync("taskset", ["-a", "-cp", cores, String(process.pid)]);
}
