import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { stateFolder } from "../runtime/state-folder.js";

/** When a file has this many bytes, the next one is started. */
export const MAX_FILE_BYTES = 5_000_000;
/** How many of the newest files are kept. */
export const MAX_FILES = 10;

const NAME = /^decisions-(\d{6})\.jsonl$/;

/** One file of the log. Numbers, unlike names with a time, let all processes agree on which file comes next. */
export interface LogFile {
  readonly number: number;
  readonly path: string;
}

/**
 * Returns the folder of the decision log: `agent-hook/decisions` in `$XDG_STATE_HOME`, by default `~/.local/state`.
 * Returns `undefined` if the user has no home folder.
 */
export function logFolder(env: NodeJS.ProcessEnv): string | undefined {
  const folder = stateFolder(env, env.HOME ?? homedirOr(""));
  return isAbsolute(folder) ? join(folder, "decisions") : undefined;
}

/** Whether decisions are logged. `AGENT_HOOK_LOG=off` turns the log off. */
export function isLogOn(env: NodeJS.ProcessEnv): boolean {
  return env.AGENT_HOOK_LOG !== "off";
}

export function logFile(folder: string, number: number): LogFile {
  return { number, path: join(folder, `decisions-${String(number).padStart(6, "0")}.jsonl`) };
}

/** Returns the files of the log, the oldest first. Throws if the folder cannot be read. */
export function logFiles(folder: string): LogFile[] {
  const numbers = readdirSync(folder).flatMap((name) => NAME.exec(name)?.[1] ?? []);
  return numbers
    .map(Number)
    .sort((a, b) => a - b)
    .map((number) => logFile(folder, number));
}

function homedirOr(other: string): string {
  try {
    return homedir();
  } catch {
    // The user id has no entry, as in some containers.
    return other;
  }
}
