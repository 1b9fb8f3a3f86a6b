import { CreateError } from "../create-error.js";
import type { PackageManager } from "../package-manager.js";
import { lastLines, runStep, type StepResult } from "./run-step.js";

const NO_INSTALL_HINT = "--no-install creates the project without installing";

/** Installs the dependencies and writes the lockfile. */
export async function install(manager: PackageManager, folder: string, signal: AbortSignal): Promise<void> {
  const { name, quietFlags, cacheFlags } = manager;
  const attempt = (flags: readonly string[]) => installWith([name, "install", ...quietFlags, ...flags], folder, signal);
  let result = await attempt(cacheFlags);
  // A cache that is older than one of our releases does not contain that release.
  if (!result.ok && cacheFlags.length > 0) result = await attempt([]);
  if (!result.ok) throw new CreateError(`${name} install failed; ${NO_INSTALL_HINT}.${lastLines(result.output)}`);
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
    throw new CreateError(`${command[0]} is not on the PATH; ${NO_INSTALL_HINT}`, { cause: error });
  }
}
