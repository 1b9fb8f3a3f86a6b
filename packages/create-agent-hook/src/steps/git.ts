import { spawnSync } from "node:child_process";
import { CreateError } from "../create-error.js";
import { lastLines, runStep } from "./run-step.js";

export function hasGit(): boolean {
  return spawnSync("git", ["--version"]).status === 0;
}

/**
 * Creates an empty repository without a commit, which could fail because of a missing name, a signature or a git hook.
 */
export async function initGit(folder: string, signal: AbortSignal): Promise<void> {
  const { ok, output } = await runStep(["git", "init", "--quiet"], folder, signal);
  if (!ok) throw new CreateError(`git init failed; --no-git skips the repository.${lastLines(output)}`);
}
