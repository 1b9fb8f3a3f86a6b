import type { VariableRule } from "./variables.js";

/**
 * Set by the launcher: the process id, the descriptors from 10 on that the host left open, and after a space, the path of
 * the lock for the start of this process, without its ending.
 */
const RESIDENT = "AGENT_HOOK_RESIDENT";
/** Set by the launcher: the folder, the host and the command. It makes them a part of the environment. */
const RESIDENT_FOR = "AGENT_HOOK_RESIDENT_FOR";

/** Shells set these for each program that they start. */
const OF_SHELLS = /^(?:_|SHLVL)=/;

/**
 * The environment in which this process started. It is compared with that of each caller. Both are as in
 * `/proc/PID/environ`, in any order.
 */
export class Environment {
  readonly #rule: VariableRule;
  readonly #compared: string;
  /** The other variables, as the last caller had them. */
  #others: readonly string[];

  constructor(block: Buffer, rule: VariableRule) {
    this.#rule = rule;
    const entries = entriesOf(block);
    this.#compared = this.#textOf(entries);
    this.#others = this.#othersIn(entries);
  }

  /** The names by which ask.pl finds the rule of this process, and then this process. */
  get names(): { readonly rule: string; readonly key: string } {
    const wanted = this.#compared.split("\0").find((entry) => entry.startsWith(`${RESIDENT_FOR}=`));
    const rule = hashOf(wanted ?? "");
    return { rule, key: `${rule}-${hashOf(this.#compared)}` };
  }

  /** Returns whether all variables that are compared are the same. */
  isSame(block: Buffer): boolean {
    return this.#textOf(entriesOf(block)) === this.#compared;
  }

  /** Sets the variables that are not compared to what the caller has. */
  apply(block: Buffer, env: NodeJS.ProcessEnv): void {
    const others = this.#othersIn(entriesOf(block));
    for (const entry of this.#others) if (!others.includes(entry)) delete env[partsOf(entry)[0]];
    for (const entry of others) {
      if (this.#others.includes(entry)) continue;
      const [name, value] = partsOf(entry);
      env[name] = value;
    }
    this.#others = others;
  }

  #textOf(entries: readonly string[]): string {
    return entries
      .filter((entry) => this.#rule.compares(entry))
      .sort()
      .join("\0");
  }

  #othersIn(entries: readonly string[]): string[] {
    return entries.filter((entry) => entry.includes("=", 1) && !this.#rule.compares(entry) && !OF_SHELLS.test(entry));
  }
}

/** latin1, so that different bytes are never the same text. */
function entriesOf(block: Buffer): string[] {
  const entries = block.toString("latin1").split("\0");
  return entries.filter((entry) => entry !== "" && !entry.startsWith(`${RESIDENT}=`));
}

function partsOf(entry: string): [name: string, value: string] {
  const text = Buffer.from(entry, "latin1").toString();
  const end = text.indexOf("=", 1);
  return [text.slice(0, end), text.slice(end + 1)];
}

/** Like `hash_of` in ask.pl. It only finds a process: the process itself compares everything. */
function hashOf(text: string): string {
  const bytes = Buffer.from(`${text}\0\0\0`, "latin1");
  let hash = 0;
  for (let at = 0; at + 4 <= bytes.length; at += 4) hash = (Math.imul(hash, 31) + bytes.readUInt32BE(at)) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

export interface ResidentStart {
  /** Where the launcher has the lock for this start, without its ending. */
  readonly path: string;
  /** The descriptors that the launcher could not close. Some may be closed by now. */
  readonly inherited: readonly number[];
}

/**
 * Returns what the launcher set for this process, and removes it from the environment. Returns `undefined` in any other
 * process, such as a child that inherited the variable.
 */
export function takeResidentStart(env: NodeJS.ProcessEnv): ResidentStart | undefined {
  const start = residentStart(env);
  for (const name of [RESIDENT, RESIDENT_FOR]) delete env[name];
  return start;
}

/** Returns what `takeResidentStart` returns, and changes nothing. */
export function residentStart(env: NodeJS.ProcessEnv): ResidentStart | undefined {
  const [numbers = "", path = ""] = env[RESIDENT]?.split(/ (.*)/s) ?? [];
  const [pid, ...inherited] = numbers.split(",");
  return pid === String(process.pid) ? { path, inherited: inherited.map(Number) } : undefined;
}
