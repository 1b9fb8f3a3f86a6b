import { randomUUID } from "node:crypto";
import { styleText } from "node:util";
import { escapeLine, escapeText } from "./escape.js";

type Style = Parameters<typeof styleText>[0];

/**
 * The output of a command. Results go to stdout, progress and errors to stderr. Parts of the output come from hooks,
 * configs and models. So everything that a terminal would interpret is escaped here, except our own colors.
 */
export class Terminal {
  #progress = false;
  /** A placeholder for our own escape characters, which no one else can guess. */
  readonly #escape = `{${randomUUID()}}`;

  constructor(
    private readonly stdout: NodeJS.WriteStream,
    private readonly stderr: NodeJS.WriteStream,
  ) {}

  /** Whether a user at the terminal can answer questions and sees the output. */
  get interactive(): boolean {
    return process.stdin.isTTY === true && this.stdout.isTTY === true;
  }

  /** Prints a line of the result. */
  print(line = ""): void {
    this.clearProgress();
    this.stdout.write(`${this.#shown(line)}\n`);
  }

  /** Prints the whole result as JSON. */
  printJson(value: unknown): void {
    this.print(JSON.stringify(value, null, 2));
  }

  /** Prints a line to stderr. */
  note(line: string): void {
    this.clearProgress();
    this.stderr.write(`${this.#shown(line)}\n`);
  }

  /** Shows the current step in a line that the next step replaces. Does nothing without a terminal. */
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

  /** Styles text for the result, if stdout supports colors. */
  style(style: Style, text: string): string {
    return this.#styled(style, text, this.stdout);
  }

  /** Like `style`, but for notes on stderr. */
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
