import { objectIn } from "@agent-hook/sdk/internal/text";
import { LineSplitter } from "@agent-hook/sdk/internal/wire";

/** A line of the hook's stdout. Only the start of its text is kept. */
export interface OutLine {
  readonly text: string;
  /** Without the newline. */
  readonly bytes: number;
  /** Milliseconds on the monotonic clock. */
  readonly at: number;
  /** The line as a JSON object, or `undefined` if it is noise. */
  readonly message?: Readonly<Record<string, unknown>>;
  /** The id, if the line has it in the spelling that the host accepts: `2`, not `2.0` or `"2"`. */
  readonly id?: number;
}

const KEPT = 2000;

/** The lines that a hook wrote to stdout. */
export class StdoutLines {
  readonly all: OutLine[] = [];
  readonly #splitter = new LineSplitter();
  readonly #answers = new Map<number, OutLine>();

  /** Returns how many lines the chunk completed. */
  push(chunk: Buffer): number {
    const lines = this.#splitter.push(chunk);
    for (const line of lines) this.#take(line);
    return lines.length;
  }

  end(): void {
    for (const line of this.#splitter.end()) this.#take(line);
  }

  /** Returns the first answer with an id. */
  answerTo(id: number): OutLine | undefined {
    return this.#answers.get(id);
  }

  #take(line: string): void {
    const message = objectIn(line);
    const id = message === undefined ? undefined : integerId(message, line);
    const taken: OutLine = {
      text: line.slice(0, KEPT),
      bytes: Buffer.byteLength(line),
      at: performance.now(),
      ...(message === undefined ? {} : { message }),
      ...(id === undefined ? {} : { id }),
    };
    this.all.push(taken);
    if (id !== undefined && isAnswer(taken) && !this.#answers.has(id)) this.#answers.set(id, taken);
  }
}

/** Whether a line is an answer, whatever its id. */
export function isAnswer({ message }: OutLine): boolean {
  return message !== undefined && message.method === undefined && ("result" in message || "error" in message);
}

/** Returns the unsolicited lines: all except blank lines and the first answer to each id. */
export function strays(lines: readonly OutLine[], asked: readonly number[]): readonly OutLine[] {
  const open = new Set(asked);
  return lines.filter((line) => {
    const answers = line.id !== undefined && isAnswer(line) && open.delete(line.id);
    return !answers && line.text.trim() !== "";
  });
}

function integerId({ id }: Readonly<Record<string, unknown>>, line: string): number | undefined {
  if (typeof id !== "number" || !Number.isSafeInteger(id)) return undefined;
  return new RegExp(`"id"\\s*:\\s*${id}\\s*[,}]`).test(line) ? id : undefined;
}
