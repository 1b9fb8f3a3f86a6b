import { createRequire } from "node:module";
import { dirname } from "node:path";
import { StoreError } from "../../hook/store-error.js";

/**
 * Loads a package that is installed with the hook's program, also for a built hook: a bundle contains no native code.
 * Does not look in the agent's folder, because a project could contain a package of this name. `advice`: what else the
 * user can do.
 */
export function requireInstalled(name: string, advice: string): unknown {
  const program = process.argv[1] ?? "";
  try {
    return createRequire(program)(name);
  } catch (cause) {
    const how = `run "npm install ${name}" in ${dirname(program)}${advice}`;
    const isMissing = (cause as NodeJS.ErrnoException | undefined)?.code === "MODULE_NOT_FOUND";
    const what = isMissing ? "is not installed" : "cannot be loaded";
    throw new StoreError("no-engine", `the store needs the package ${name}, which ${what}: ${how}`, { cause });
  }
}
