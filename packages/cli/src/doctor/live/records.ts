import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the recorder is to start, in a file of this name. */
export const ORDERS = "orders.json";
/** What it saw: files whose names begin so. */
export const RECORDED = "recorded-";

export interface Orders {
  readonly shell: readonly [program: string, ...args: string[]];
  readonly commands: readonly { readonly event: string; readonly command: string }[];
  /** The user's own, which the agent is not given. */
  readonly env: NodeJS.ProcessEnv;
}

/** One start of a command. */
export interface Recorded {
  /** Of the commands. */
  readonly which: number;
  readonly event: string;
  readonly ms: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number | null;
  readonly signal: string | null;
}

export function readRecords(folder: string): Recorded[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(RECORDED));
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}
