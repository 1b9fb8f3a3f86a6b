import { entryOf, type TranscriptEntry } from "@agent-hook/sdk/internal/transcript";

/** The lines of a hook during a replay, kept until they are needed. */
export class Answers {
  readonly #said: TranscriptEntry[] = [];
  readonly #wanted = new Map<(entry: TranscriptEntry | undefined) => void, unknown>();
  #over = false;

  /** Adds a line of the hook; `undefined` means that no more will come. */
  push(line: string | undefined): void {
    if (line === undefined) {
      this.#over = true;
      for (const [give] of this.#wanted) give(undefined);
      return;
    }
    if (line.trim() === "") return;
    const entry = entryOf("hook", line, { raw: true });
    for (const [give, id] of this.#wanted) {
      if (idOf(entry) !== id) continue;
      give(entry);
      return;
    }
    this.#said.push(entry);
  }

  /** Returns the answer to a call, or `undefined` if the hook ends or does not answer in time. */
  to(id: unknown, timeoutMs: number): Promise<TranscriptEntry | undefined> {
    const index = this.#said.findIndex((entry) => idOf(entry) === id);
    if (index !== -1) return Promise.resolve(this.#said.splice(index, 1)[0]);
    if (this.#over) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const give = (entry: TranscriptEntry | undefined) => {
        clearTimeout(timer);
        this.#wanted.delete(give);
        resolve(entry);
      };
      const timer = setTimeout(give, timeoutMs, undefined);
      this.#wanted.set(give, id);
    });
  }

  /** The lines that no call of `to` has returned. */
  get rest(): readonly TranscriptEntry[] {
    return this.#said;
  }
}

/** Returns the id of an answer, or `undefined` for a line that is not an answer. */
export function idOf({ message }: TranscriptEntry): unknown {
  return message !== undefined && message.method === undefined ? (message.id ?? null) : undefined;
}
