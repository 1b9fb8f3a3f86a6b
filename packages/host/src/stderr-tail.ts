import { LineSplitter } from "@agent-hook/sdk/wire";

const LINES = 20;
const LINE_LENGTH = 500;

/** Keeps the last lines of a stream, bounded whatever is written. */
export class StderrTail {
  readonly #splitter = new LineSplitter();
  #lines: string[] = [];

  constructor(private readonly onLine: ((line: string) => void) | undefined) {}

  push(chunk: Buffer): void {
    this.#keep(this.#splitter.push(chunk));
  }

  end(): void {
    this.#keep(this.#splitter.end());
  }

  get text(): string {
    return this.#lines.join("\n");
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) this.onLine?.(line);
    this.#lines = [...this.#lines, ...lines.map((line) => line.slice(0, LINE_LENGTH))].slice(-LINES);
  }
}
