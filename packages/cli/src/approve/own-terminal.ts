import { closeSync, openSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { ReadStream, WriteStream } from "node:tty";

/** The terminal that controls this process. It cannot be redirected as stdin and stdout can. */
export class OwnTerminal {
  private constructor(
    private readonly input: ReadStream,
    private readonly output: WriteStream,
  ) {}

  /** Returns `undefined` if this process has none. */
  static open(): OwnTerminal | undefined {
    if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return undefined;
    const descriptors: number[] = [];
    try {
      descriptors.push(openSync("/dev/tty", "r"), openSync("/dev/tty", "w"));
      const [input = -1, output = -1] = descriptors;
      return new OwnTerminal(new ReadStream(input), new WriteStream(output));
    } catch {
      for (const descriptor of descriptors) closeSync(descriptor);
      return undefined;
    }
  }

  /** Resolves to the typed line, or `""` at the end of the input. */
  async ask(question: string): Promise<string> {
    const lines = createInterface({ input: this.input, output: this.output, terminal: false });
    try {
      const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
      return (await Promise.race([lines.question(question), ended])).trim();
    } finally {
      lines.close();
    }
  }

  close(): void {
    this.input.destroy();
    this.output.destroy();
  }
}
