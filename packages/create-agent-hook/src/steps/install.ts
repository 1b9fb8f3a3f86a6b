import { CreateError } from "../create-error.js";
import type { PackageManager } from "../package-manager.js";
import { lastLines } from "./last-lines.js";
import { runStep } from "./run-step.js";

const INSTEAD = "--no-install makes the project without installing";

/** Installs the dependencies and writes the lockfile. */
export async function install({ name }: PackageManager, folder: string, signal: AbortSignal): Promise<void> {
  // Where CI is set, yarn writes no lockfile otherwise.
  const env = { YARN_ENABLE_IMMUTABLE_INSTALLS: "false" };
  const ended = await runStep([name, "install"], folder, signal, env).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    throw new CreateError(`there is no ${name} on this machine's PATH; ${INSTEAD}`, { cause: error });
  });
  if (!ended.ok) throw new CreateError(`${name} install failed; ${INSTEAD}.${lastLines(ended.output)}`);
}
