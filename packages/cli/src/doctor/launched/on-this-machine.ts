import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LauncherCommand } from "@agent-hook/sdk/launcher";
import { CommandError } from "../../command-error.js";
import { findTrustedProgram } from "../../config/find-program.js";

/**
 * Returns a launcher command with absolute paths, as it starts for an agent in a folder. A program that is not found
 * keeps its name.
 */
export function onThisMachine(written: LauncherCommand, folder: string): LauncherCommand {
  const { project, ...rest } = written;
  if (project === undefined) return written;
  const root = projectFolder(written, folder);
  const absolute = (word: string) => {
    const [, flag = "", path = word] = /^(--[\w-]+=)(.+)$/.exec(word) ?? [];
    return path.startsWith("./") ? flag + join(root, path) : word;
  };
  const [program = "", ...args] = written.command.map(absolute);
  return { ...rest, launcher: absolute(written.launcher), command: [onPath(program, root), ...args] };
}

/** Returns the nearest folder that has the launcher, upwards from the agent's. */
function projectFolder({ launcher }: Pick<LauncherCommand, "launcher">, folder: string, top = folder): string {
  if (existsSync(join(folder, launcher))) return folder;
  return folder === dirname(folder) ? top : projectFolder({ launcher }, dirname(folder), top);
}

function onPath(program: string, project: string): string {
  if (program.includes("/")) return program;
  try {
    return findTrustedProgram(program, { project });
  } catch (error) {
    if (error instanceof CommandError) return program;
    throw error;
  }
}
