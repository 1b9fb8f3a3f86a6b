/** Lines that are written together. */
export class WaitingLines {
  #text = "";
  #isScheduled = false;

  constructor(private readonly write: (text: string) => void) {}

  /** Adds a line, which has its newline. An empty text adds nothing. */
  add(line: string): void {
    this.#text += line;
  }

  /** Writes all lines on the next tick: after the promise jobs that are waiting. */
  flushSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    process.nextTick(() => {
      this.#isScheduled = false;
      this.flush();
    });
  }

  /** Writes all lines at once. */
  flush(): void {
    const text = this.#text;
    if (text === "") return;
    this.#text = "";
    this.write(text);
  }
}
