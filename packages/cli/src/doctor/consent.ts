import { resolve } from "node:path";
import { confirm } from "../config/confirm.js";
import { escapeLine } from "../terminal/escape.js";
import type { Terminal } from "../terminal/terminal.js";
import { defaultConfigFile } from "./config-file.js";
import type { Entry } from "./launched/entry.js";
import { isOwnPlace } from "./own-place.js";

/** Whether the commands of a file may be run that is not the user's own: who made a project made what stands in it. */
export type Consent = (file: string, commands: readonly string[]) => Promise<boolean>;

export interface ConsentOptions {
  /** The person said yes on the command line. */
  readonly given: boolean;
  /** Nothing but the result may be printed. */
  readonly quiet: boolean;
}

/** Shows the commands and asks a person at the terminal; without one the answer is no. */
export function consentOf(terminal: Terminal, { given, quiet }: ConsentOptions): Consent {
  return async (file, commands) => {
    if (given || commands.length === 0) return true;
    if (quiet || !terminal.interactive) return false;
    terminal.print(`${escapeLine(file)} is not your own config. To look at its hooks, doctor runs what it names:`);
    for (const command of new Set(commands)) terminal.print(`  ${escapeLine(command)}`);
    const answer = await confirm("Run these commands?");
    terminal.print();
    return answer === "yes";
  };
}

/** A command with the environment that the file gives it, which runs code too (`NODE_OPTIONS`). */
export function withEnvironment({ command, env }: Pick<Entry, "command" | "env">): string {
  return [...Object.entries(env).map(([name, value]) => `${name}=${value}`), command].join(" ");
}

/** Whether PicoClaw reads a file by itself, as a config of the user. */
export function isOwnOfPicoClaw(file: string, env: NodeJS.ProcessEnv): boolean {
  const own = defaultConfigFile(env);
  return isOwnPlace(own) && resolve(file) === resolve(own);
}

/** The same of docker-agent, whose agents' own files are nobody's until they are named. */
export function isOwnOfDockerAgent(file: string, { DOCKER_AGENT_CONFIG_DIR, HOME }: NodeJS.ProcessEnv): boolean {
  const folder = DOCKER_AGENT_CONFIG_DIR || (HOME && `${HOME}/.config/cagent`);
  return !!folder && isOwnPlace(folder) && resolve(file).startsWith(`${resolve(folder)}/`);
}
