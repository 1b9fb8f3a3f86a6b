import { StringDecoder } from "node:string_decoder";
import { withFewFrames } from "@agent-hook/sdk/internal/text";

const LINES = 20;
const LINE_LENGTH = 500;
const MAX_LENGTH = 65_536;

/**
 * Keeps the last lines of a stream within fixed limits, of a stack only its first frames. A line of 64 KiB or more is
 * split.
 */
export class StderrTail {
  readonly #decoder = new StringDecoder("utf8");
  #rest = "";
  #lines: string[] = [];

  constructor(private readonly onLine: ((line: string) => void) | undefined) {}

  push(chunk: Buffer): void {
    const lines = (this.#rest + this.#decoder.write(chunk)).split("\n");
    this.#rest = lines.pop() as string;
    if (this.#rest.length >= MAX_LENGTH) lines.push(this.#take());
    this.#keep(lines);
  }

  end(): void {
    const last = this.#take() + this.#decoder.end();
    if (last !== "") this.#keep([last]);
  }

  get text(): string {
    return this.#lines.join("\n");
  }

  #take(): string {
    const rest = this.#rest;
    this.#rest = "";
    return rest;
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) this.onLine?.(line);
    const all = [...this.#lines, ...lines.map((line) => line.slice(0, LINE_LENGTH))];
    this.#lines = withFewFrames(all).slice(-LINES);
  }
}
