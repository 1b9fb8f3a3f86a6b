import { CreateError } from "../create-error.js";
import type { PackageManager } from "../package-manager.js";
import { lastLines, runStep, type StepResult } from "./run-step.js";

const INSTEAD = "--no-install creates the project without installing";

/** Installs the dependencies and writes the lockfile. */
export async function install(manager: PackageManager, folder: string, signal: AbortSignal): Promise<void> {
  const { name, quietly, fromCache } = manager;
  const attempt = (flags: readonly string[]) => installWith([name, "install", ...quietly, ...flags], folder, signal);
  let result = await attempt(fromCache);
  // A cache that is older than one of our releases does not contain that release.
  if (!result.ok && fromCache.length > 0) result = await attempt([]);
  if (!result.ok) throw new CreateError(`${name} install failed; ${INSTEAD}.${lastLines(result.output)}`);
}

async function installWith(
  command: readonly [string, ...string[]],
  folder: string,
  signal: AbortSignal,
): Promise<StepResult> {
  try {
    // Without this, yarn writes no lockfile if CI is set.
    return await runStep(command, folder, signal, { YARN_ENABLE_IMMUTABLE_INSTALLS: "false" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new CreateError(`${command[0]} is not on the PATH; ${INSTEAD}`, { cause: error });
  }
}
