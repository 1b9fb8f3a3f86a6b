import { entryOf, type TranscriptEntry } from "@agent-hook/sdk/transcript";

/** What a hook says during a replay, kept until it is asked for. */
export class Answers {
  readonly #said: TranscriptEntry[] = [];
  readonly #wanted = new Map<(entry: TranscriptEntry | undefined) => void, unknown>();
  #over = false;

  /** A line of the hook; nothing: no more will come. */
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

  /** The answer to a call; nothing if the hook ends, or is silent for so long. */
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

  /** What nobody asked for. */
  get rest(): readonly TranscriptEntry[] {
    return this.#said;
  }
}

/** Of an answer; a line that is none has no id. */
export function idOf({ message }: TranscriptEntry): unknown {
  return message !== undefined && message.method === undefined ? (message.id ?? null) : undefined;
}
