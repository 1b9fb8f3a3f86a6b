import { randomUUID } from "node:crypto";
import { styleText } from "node:util";
import { escapeLine, escapeText } from "./escape.js";

type Style = Parameters<typeof styleText>[0];

/**
 * Where a command prints. Results go to stdout; progress and errors to stderr. Hooks, configs and models wrote parts of
 * it: what a terminal would obey in it is escaped here, in everything but our own colours.
 */
export class Terminal {
  #progress = false;
  /** Stands for an escape character of ours; nobody else can know it. */
  readonly #escape = `{${randomUUID()}}`;

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
    this.stdout.write(`${this.#shown(line)}\n`);
  }

  /** The whole result, for programs. */
  printJson(value: unknown): void {
    this.print(JSON.stringify(value, null, 2));
  }

  /** A line beside the result. */
  note(line: string): void {
    this.clearProgress();
    this.stderr.write(`${this.#shown(line)}\n`);
  }

  /** What is going on, in a line that the next one replaces; nothing without a terminal. */
  progress(line: string): void {
    if (!this.stderr.isTTY) return;
    this.clearProgress();
    this.stderr.write(escapeLine(line).slice(0, (this.stderr.columns || 80) - 1));
    this.#progress = true;
  }

  clearProgress(): void {
    if (!this.#progress) return;
    this.stderr.write("\r\x1b[K");
    this.#progress = false;
  }

  /** Colour in the result, where it goes to a terminal that wants it. */
  style(style: Style, text: string): string {
    return this.#styled(style, text, this.stdout);
  }

  /** The same for notes. */
  noteStyle(style: Style, text: string): string {
    return this.#styled(style, text, this.stderr);
  }

  #styled(style: Style, text: string, stream: NodeJS.WriteStream): string {
    return styleText(style, escapeText(text), { stream }).replaceAll("\x1b", this.#escape);
  }

  #shown(text: string): string {
    return escapeText(text).replaceAll(this.#escape, "\x1b");
  }
}
