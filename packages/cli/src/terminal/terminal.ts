import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Where a command prints. Results go to stdout; progress and errors to stderr. */
export class Terminal {
  #progress = false;

  constructor(
    private readonly stdout: NodeJS.WriteStream,
    private readonly stderr: NodeJS.WriteStream,
  ) {}

  /** Whether there is a person to ask, who sees what is printed. */
  get interactive(): boolean {
    return process.stdin.isTTY === true && this.stdout.isTTY === true;
  }

  /** A line of the result. */
  print(line = ""): void {
    this.clearProgress();
    this.stdout.write(`${line}\n`);
  }

  /** The whole result, for programs. */
  printJson(value: unknown): void {
    this.print(JSON.stringify(value, null, 2));
  }

  /** A line beside the result. */
  note(line: string): void {
    this.clearProgress();
    this.stderr.write(`${line}\n`);
  }

  /** What is going on, in a line that the next one replaces; nothing without a terminal. */
  progress(line: string): void {
    if (!this.stderr.isTTY) return;
    this.clearProgress();
    this.stderr.write(line.slice(0, (this.stderr.columns || 80) - 1));
    this.#progress = true;
  }

  clearProgress(): void {
    if (!this.#progress) return;
    this.stderr.write("\r\x1b[K");
    this.#progress = false;
  }

  /** Colour in the result, where it goes to a terminal that wants it. */
  style(style: Style, text: string): string {
    return styleText(style, text, { stream: this.stdout });
  }

  /** The same for notes. */
  noteStyle(style: Style, text: string): string {
    return styleText(style, text, { stream: this.stderr });
  }
}
