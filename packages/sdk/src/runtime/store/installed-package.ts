import { createRequire } from "node:module";
import { dirname } from "node:path";
import { StoreError } from "../../hook/store-error.js";

/**
 * Loads a package that is installed where the hook's program is. Not where the agent works: a project that the agent
 * works on could contain a package of this name. A built hook needs it there, too: a bundle contains no native code.
 * `advice`: what else the user can do.
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
