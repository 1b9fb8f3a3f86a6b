import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// What doctor shares with the programs that it starts instead of a hook.

/** The reason that the model should receive. */
export const PROBE_REASON = "denied by the probe of agent-hook doctor";

/** The answer that the model should receive instead of a tool's result, if the agent loads mods. */
export const PROBE_ANSWER = "answered by the probe of agent-hook doctor";

/** The name of the file with the commands that the recorder starts. */
export const COMMANDS_FILE = "commands.json";
/** The prefix of the files with the recorder's recordings. */
export const RECORD_PREFIX = "recorded-";

export interface RecorderCommands {
  readonly shell: readonly [program: string, ...args: string[]];
  readonly commands: readonly { readonly event: string; readonly command: string }[];
  /** The user's environment, which the agent does not receive. */
  readonly env: NodeJS.ProcessEnv;
}

/** One start of a command. */
export interface RecordedStart {
  /** The index in the list of commands. */
  readonly commandIndex: number;
  readonly event: string;
  readonly ms: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number | null;
  readonly signal: string | null;
}

export function readRecords(folder: string): RecordedStart[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(RECORD_PREFIX));
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}
