import { createRequire } from "node:module";
import { dirname, isAbsolute, resolve } from "node:path";
import { StoreError } from "../../hook/store-error.js";

/**
 * Loads a package that is installed where the hook's program is. Not where the agent works: a project that the agent
 * works on could contain a package of this name. A built hook needs it there, too: a bundle contains no native code.
 * `advice`: what else the user can do.
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
