import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../runtime/clock.js";

/** ask.pl adds a line to the same file for each call that no process answers. */
const NAME = "calls";
/** Whole lines of the newest half are kept when the file is longer. */
const MAX_BYTES = 65_536;
const WAIT_MS = 1000;

/** Counts the calls that this process has answered. */
export class CallJournal {
  readonly #path: string;
  #count = 0;

  constructor(
    folder: string,
    private readonly clock: Clock,
  ) {
    this.#path = join(folder, NAME);
  }

  /** Writes at most once a second. */
  answered(): void {
    this.#count++;
    if (this.#count === 1) this.clock.after(WAIT_MS, () => this.flush(), { unref: true });
  }

  flush(): void {
    if (this.#count === 0) return;
    const line = `${Math.floor(Date.now() / 1000)} ${this.#count} answered\n`;
    this.#count = 0;
    try {
      this.#shorten();
      appendFileSync(this.#path, line, { mode: 0o600 });
    } catch {
      // Such as a full disk: these calls are not counted.
    }
  }

  #shorten(): void {
    if ((statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) <= MAX_BYTES) return;
    const text = readFileSync(this.#path, "latin1");
    const draft = `${this.#path}.${process.pid}.new`;
    writeFileSync(draft, text.slice(text.indexOf("\n", text.length - MAX_BYTES / 2) + 1), { mode: 0o600 });
    renameSync(draft, this.#path);
  }
}

/** What became of the calls for which the launcher asked for a process that stays. */
export interface CountedCalls {
  readonly answered: number;
  /** The hook was started for these, by the reason. */
  readonly others: Readonly<Record<string, number>>;
  /** When the first of them was, in milliseconds. */
  readonly since: number;
}

/** Returns the calls since a time in milliseconds, or `undefined` if there are none. */
export function countedCalls(folder: string, since = 0): CountedCalls | undefined {
  const lines = linesOf(folder).filter(({ at }) => at >= since);
  const [first] = lines;
  if (first === undefined) return undefined;
  const counts: Record<string, number> = {};
  for (const { count, why } of lines) counts[why] = (counts[why] ?? 0) + count;
  const { answered = 0, ...others } = counts;
  return { answered, others, since: first.at };
}

function linesOf(folder: string): { readonly at: number; readonly count: number; readonly why: string }[] {
  let text: string;
  try {
    text = readFileSync(join(folder, NAME), "latin1");
  } catch {
    return [];
  }
  return [...text.matchAll(/^(\d{1,12}) (\d{1,9}) ([a-z]+)$/gm)].map(([, at, count, why = ""]) => ({
    at: Number(at) * 1000,
    count: Number(count),
    why,
  }));
}
