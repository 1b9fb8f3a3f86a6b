import { resolve } from "node:path";
import { confirm } from "../config/confirm.js";
import { escapeLine } from "../terminal/escape.js";
import type { Terminal } from "../terminal/terminal.js";
import { isOwnPlace } from "./command-hooks/places.js";
import { defaultConfigFile } from "./config-file.js";
import type { Entry } from "./launched/entry.js";

/** Decides whether commands in a file that is not the user's own may run: a project can contain any command. */
export type Consent = (file: string, commands: readonly string[]) => Promise<boolean>;

export interface ConsentOptions {
  /** The user agreed on the command line. */
  readonly given: boolean;
  /** Only the result may be printed. */
  readonly quiet: boolean;
}

/** Shows the commands and asks the user at the terminal. Without a terminal, the answer is no. */
export function consentOf(terminal: Terminal, { given, quiet }: ConsentOptions): Consent {
  return async (file, commands) => {
    if (given || commands.length === 0) return true;
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

/** Returns a command with its environment from the file, which can run code too (`NODE_OPTIONS`). */
export function withEnvironment({ command, env }: Pick<Entry, "command" | "env">): string {
  return [...Object.entries(env).map(([name, value]) => `${name}=${value}`), command].join(" ");
}

/** Returns whether PicoClaw reads a file by default, as the user's config. */
export function isOwnOfPicoClaw(file: string, env: NodeJS.ProcessEnv): boolean {
  const own = defaultConfigFile(env);
  return isOwnPlace(own) && resolve(file) === resolve(own);
}

/** Like `isOwnOfPicoClaw`, for docker-agent. Its agent files do not count: it reads them only if named. */
export function isOwnOfDockerAgent(file: string, { DOCKER_AGENT_CONFIG_DIR, HOME }: NodeJS.ProcessEnv): boolean {
  const folder = DOCKER_AGENT_CONFIG_DIR || (HOME && `${HOME}/.config/cagent`);
  return !!folder && isOwnPlace(folder) && resolve(file).startsWith(`${resolve(folder)}/`);
}
