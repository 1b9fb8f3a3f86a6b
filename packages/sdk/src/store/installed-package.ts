import { createRequire } from "node:module";
import { dirname, isAbsolute, resolve } from "node:path";
import { StoreError } from "../hook/store-error.js";

/**
 * Loads a package that is installed with the hook's program, also for a built hook: a bundle contains no native code.
 * Does not look in the agent's folder, because a project could contain a package of this name. `advice`: what else the
 * user can do.
 */
export function requireInstalled(name: string, advice: string): unknown {
  const program = programFile();
  try {
    return createRequire(program)(name);
  } catch (cause) {
    const how = `run "npm install ${name}" in ${dirname(program)}${advice}`;
    const isMissing = (cause as NodeJS.ErrnoException | undefined)?.code === "MODULE_NOT_FOUND";
    const what = isMissing ? "is not installed" : "cannot be loaded";
    throw new StoreError("no-engine", `the store needs the package ${name}, which ${what}: ${how}`, { cause });
  }
}

/** A process that starts from a snapshot may name no script before its arguments, or none with a full path. */
function programFile(): string {
  const { argv, execArgv } = process;
  const [, program = ""] = argv;
  if (isAbsolute(program)) return program;
  const at = execArgv.findIndex((option) => /^--snapshot-blob(?:=|$)/.test(option));
  const [, blob = execArgv[at + 1]] = /=(.*)$/s.exec(execArgv[at] ?? "") ?? [];
  return at === -1 || blob === undefined ? program : resolve(blob);
}
