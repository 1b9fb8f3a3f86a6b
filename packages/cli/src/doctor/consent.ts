import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import type { HookFile, Machine } from "@agent-hook/sdk/internal/installs";
import { confirm } from "../config/confirm.js";
import type { CommandHookHost } from "../host-config/installs.js";
import { escapeLine } from "../terminal/escape.js";
import type { Terminal } from "../terminal/terminal.js";
import type { Entry } from "./launched/entry.js";

/** Decides whether commands in a file that is not the user's own may run: a project can contain any command. */
export type Consent = (file: string, commands: readonly string[]) => Promise<boolean>;

export interface ConsentOptions {
  /** The user agreed on the command line. */
  readonly agreed: boolean;
  /** Only the result may be printed. */
  readonly quiet: boolean;
}

/** Shows the commands and asks the user at the terminal. Without a terminal, the answer is no. */
export function consentOf(terminal: Terminal, { agreed, quiet }: ConsentOptions): Consent {
  return async (file, commands) => {
    if (agreed || commands.length === 0) return true;
    if (quiet || !terminal.interactive) return false;
    terminal.print(
      `${escapeLine(file)} is not your own config. To inspect its hooks, doctor runs these commands from it:`,
    );
    for (const command of new Set(commands)) terminal.print(`  ${escapeLine(command)}`);
    const answer = await confirm("Run these commands?");
    terminal.print();
    return answer === "yes";
  };
}

/** Returns a command with its environment from the file, because the environment can run code too (`NODE_OPTIONS`). */
export function withEnvironment({ command, env }: Pick<Entry, "command" | "env">): string {
  return [...Object.entries(env).map(([name, value]) => `${name}=${value}`), command].join(" ");
}

/** Returns whether a file is the user's config that an agent reads by default. */
export function isOwnFile(file: string, own: string): boolean {
  return canBeOwnPath(own) && resolve(file) === resolve(own);
}

/** Returns whether a file is in a folder of the user's own files. */
export function isInOwnFolder(file: string, folder: string | undefined): boolean {
  return !!folder && canBeOwnPath(folder) && resolve(file).startsWith(`${resolve(folder)}/`);
}

/** Returns the environment, home folder, working directory and platform of this process. */
export function thisMachine(): Machine {
  const { env, platform } = process;
  return { env, home: env.HOME || homedir(), folder: process.cwd(), platform };
}

/** Returns an agent's files with absolute paths. A file that cannot be the user's own counts as the project's. */
export function hookFilesOf({ files }: Pick<CommandHookHost, "files">, machine: Machine): HookFile[] {
  return files(machine).map((file) =>
    canBeOwnPath(file.path) ? file : { ...file, path: resolve(machine.folder, file.path), scope: "project" },
  );
}

/**
 * Returns whether a path can be the user's own, or the organization's. If the home folder or a variable is empty or
 * relative, the path is in doctor's working directory, where a project may have put anything.
 */
export function canBeOwnPath(path: string): boolean {
  return isAbsolute(path);
}
